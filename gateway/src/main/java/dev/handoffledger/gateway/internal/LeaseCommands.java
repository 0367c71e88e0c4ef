package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.Reply;
import java.util.concurrent.ExecutionException;

/** Sends commands about leases and waits for what the ledger makes of them. */
final class LeaseCommands {
  private final Submitter submitter;

  LeaseCommands(Submitter submitter) {
    this.submitter = submitter;
  }

  /**
   * Claims a handoff.
   *
   * @return granted, or refused and why
   * @throws HttpProblem 503 or 504 if it is not known whether it was granted
   */
  Reply claim(HandoffView handoff, ClaimTerms terms) throws InterruptedException {
    String again =
        terms.named()
            ? "Send the same request with the same Idempotency-Key again"
            : "Claim the handoff that is named here with the Idempotency-Key that is named here";
    try {
      return send(
          terms.claimOf(handoff),
          "No word of the claim came in time. "
              + again
              + ": if it was granted, that gives the same lease.");
    } catch (HttpProblem e) {
      throw e.withMember("handoff", TextNode.valueOf(handoff.id()))
          .withMember("idempotency_key", TextNode.valueOf(terms.claimId()));
    }
  }

  /**
   * Sends a command about a lease that there is.
   *
   * @return done, or refused and why
   * @throws HttpProblem 503 or 504 if it is not known whether it was done
   */
  Reply send(Command command) throws InterruptedException {
    return send(
        command,
        "No word of it came in time. Ask again: a lease that has ended by it says so, and how.");
  }

  private Reply send(Command command, String ifUnanswered) throws InterruptedException {
    Submitted submitted;
    try {
      submitted = submitter.command(command).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a submission never fails", e);
    }
    if (submitted instanceof Submitted.Answered answered) {
      return understood(answered.reply());
    }
    if (submitted instanceof Submitted.Unanswered) {
      throw LeaseProblems.of(504, "no-reply", "No reply in time", ifUnanswered)
          .withHeader("Retry-After", "1");
    }
    throw HttpProblem.notAvailable("Kafka did not confirm the command; send the request again.");
  }

  private static Reply understood(Reply reply) {
    if (reply.outcome() == Reply.Outcome.REJECTED) {
      throw LeaseProblems.rejected(reply.problems());
    }
    return reply;
  }
}
