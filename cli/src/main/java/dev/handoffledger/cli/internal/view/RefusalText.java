package dev.handoffledger.cli.internal.view;

import dev.handoffledger.cli.internal.text.Times;

/** Why something about a lease was not done, in sentences for whoever asked for it. */
public final class RefusalText {
  private final Times times;

  public RefusalText(Times times) {
    this.times = times;
  }

  /**
   * The sentences for a problem.
   *
   * @param problem the server's answer
   */
  public String of(Answer problem) {
    String lease = HandoffLines.lease(problem.in("lease"), times);
    return switch (problem.text("code")) {
      case "held" ->
          "Somebody else holds the handoff: " + lease + ". Claim another, or ask again then.";
      case "nothing_to_claim" -> problem.text("detail");
      case "lease_ended" -> ended(problem.in("ended")) + now(problem.in("ended"), lease);
      case "lacks_capabilities" ->
          "The handoff asks for "
              + problem.list("required_capabilities")
              + "; you did not state "
              + problem.list("missing")
              + ". If you have that, say so with --capability.";
      default -> problem.text("title") + ". " + problem.text("detail");
    };
  }

  private String ended(Answer ended) {
    return ended.text("how").isEmpty()
        ? "There is no lease."
        : "The lease has ended: " + ended.text("how") + " " + times.show(ended.text("at")) + ".";
  }

  private static String now(Answer ended, String lease) {
    if (ended.text("how").equals("completed")) {
      return "";
    }
    return lease.isEmpty() ? " Nobody holds the handoff now." : " It is now held by " + lease + ".";
  }
}
