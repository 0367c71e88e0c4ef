package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.view.Answer;
import dev.handoffledger.cli.internal.view.LeaseLines;
import dev.handoffledger.cli.internal.view.RefusalText;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Asks for something about a lease and prints what was done, or why it was not. */
final class LeaseRequest {
  private static final Set<Integer> REFUSED = Set.of(404, 409);

  private final HandoffCommand handoff;

  LeaseRequest(HandoffCommand handoff) {
    this.handoff = handoff;
  }

  /**
   * Asks, and prints the answer.
   *
   * @param printer prints what was done for people
   * @return the exit code
   */
  int run(Supplier<byte[]> request, BiConsumer<LeaseLines, JsonNode> printer) {
    byte[] answer;
    try {
      answer = request.get();
    } catch (LedgerAnswerException e) {
      return refused(e);
    }
    if (handoff.isJson()) {
      handoff.printJson(answer);
    } else {
      printer.accept(
          new LeaseLines(handoff.terminal().text(), handoff.times()),
          handoff.ledger().parse(answer));
      handoff.terminal().out().flush();
    }
    return ExitCode.DONE;
  }

  private int refused(LedgerAnswerException answer) {
    if (!REFUSED.contains(answer.status())) {
      throw answer;
    }
    if (handoff.isJson()) {
      handoff.printJson(answer.document());
      return ExitCode.REFUSED;
    }
    Answer problem = new Answer(handoff.ledger().parse(answer.document()));
    throw new CommandFailedException(
        ExitCode.REFUSED, new RefusalText(handoff.times()).of(problem));
  }
}
