package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.view.Answer;
import dev.handoffledger.cli.internal.view.IssueLines;
import dev.handoffledger.cli.internal.view.IssueRefusalText;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Asks for something about one issue and prints the answer, or why there is none. */
final class IssueRequest {
  private static final int REJECTED = 422;
  private static final Set<Integer> REFUSED = Set.of(404, 409, REJECTED);

  private final HandoffCommand handoff;
  private final String subject;

  /**
   * @param subject what is asked for, in words
   */
  IssueRequest(HandoffCommand handoff, String subject) {
    this.handoff = handoff;
    this.subject = subject;
  }

  /**
   * Asks, and prints the answer.
   *
   * @return the exit code
   */
  int run(Supplier<byte[]> request, Consumer<byte[]> printer) {
    byte[] answer;
    try {
      answer = request.get();
    } catch (LedgerAnswerException e) {
      return refused(e);
    }
    printer.accept(answer);
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
    JsonNode problem = handoff.ledger().parse(answer.document());
    if (answer.status() == REJECTED) {
      new IssueLines(handoff.terminal().text()).rejected(subject, problem);
      handoff.terminal().out().flush();
      return ExitCode.REFUSED;
    }
    throw new CommandFailedException(ExitCode.REFUSED, IssueRefusalText.of(new Answer(problem)));
  }
}
