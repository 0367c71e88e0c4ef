package dev.handoffledger.cli.internal.view;

/** Why something about an issue was not done, in sentences for whoever asked for it. */
public final class IssueRefusalText {
  private IssueRefusalText() {}

  /**
   * The sentences for a problem.
   *
   * @param problem the server's answer
   */
  public static String of(Answer problem) {
    String type = problem.text("type");
    return switch (type.substring(type.lastIndexOf('/') + 1)) {
      case "not-found" ->
          "The ledger has no such issue. `handoff issues` lists those it has, of all projects.";
      case "undiagnosed" ->
          "The ledger has word of this issue, but nothing diagnoses it yet, so that there is no"
              + " packet. A published event loopops.issue_diagnosed/v1 diagnoses it.";
      case "several-projects" ->
          "Issues of several projects go by this name: "
              + problem.list("projects")
              + ". Say which is meant: add --project P.";
      default -> problem.text("title") + ". " + problem.text("detail");
    };
  }
}
