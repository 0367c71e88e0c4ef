package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.input.ArtifactInputs;
import dev.handoffledger.cli.internal.input.InputPart;
import dev.handoffledger.cli.internal.publish.OrderedPublisher;
import dev.handoffledger.cli.internal.publish.OutcomeTally;
import dev.handoffledger.cli.internal.publish.PartSender;
import dev.handoffledger.cli.internal.publish.PublishOutcome;
import dev.handoffledger.cli.internal.publish.SessionsOfPart;
import dev.handoffledger.cli.internal.text.Progress;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.view.OutcomeLines;
import dev.handoffledger.schemas.wire.ClaimToken;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff publish}: artifacts to the ledger, an outcome for each. */
@Command(
    name = "publish",
    sortOptions = false,
    description = "Publish artifacts and say what became of each.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff publish brief.json",
      "  handoff publish artifacts/ --publisher ada@loom",
      "  my-agent | handoff publish - -o json"
    })
final class PublishCommand implements Callable<Integer> {
  private static final int MAX_PARALLEL = 64;

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Mixin private InputOptions input;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "8",
      description = {
        "Send up to N at a time, 1 to 64 (default: ${DEFAULT-VALUE}). The artifacts of one session"
            + " are always sent one after the other, and a child after its parent's."
      })
  private int parallel;

  @Option(
      names = "--claim-token",
      paramLabel = "TOKEN",
      description = {
        "The token of your claim of what the artifacts answer, which completes it; else"
            + " HANDOFF_CLAIM_TOKEN."
      })
  private String claimToken;

  @Override
  public Integer call() {
    if (parallel < 1 || parallel > MAX_PARALLEL) {
      throw new ParameterException(
          spec.commandLine(), "--parallel must be from 1 to " + MAX_PARALLEL + ".");
    }
    Terminal terminal = handoff.terminal();
    ArtifactInputs inputs = input.open(handoff);
    OutcomeTally tally = new OutcomeTally();
    Progress progress = terminal.progress();
    Consumer<PublishOutcome> printer = printer(inputs);
    try (OrderedPublisher publisher =
        new OrderedPublisher(
            new PartSender(ledger()),
            parallel,
            outcome -> {
              tally.add(outcome);
              progress.clear();
              printer.accept(outcome);
              terminal.out().flush();
              progress.update(tally.total() + " published");
            })) {
      publishAll(inputs, publisher);
    } catch (LedgerUnreachableException | LedgerAnswerException e) {
      progress.clear();
      explainPartial(tally);
      throw e;
    } finally {
      progress.clear();
    }
    summarize(tally);
    return tally.of(PublishOutcome.REJECTED) > 0 ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private LedgerClient ledger() {
    return Optional.ofNullable(claimToken)
        .or(() -> ClaimTokenOption.ofEnvironment(handoff))
        .map(this::ledgerUnder)
        .orElseGet(handoff::ledger);
  }

  private LedgerClient ledgerUnder(String token) {
    if (ClaimToken.parse(token).isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "This is no token of a claim; give --claim-token (or "
              + ClaimTokenOption.VARIABLE
              + ") as `handoff claim` printed it.");
    }
    return handoff.ledger().withClaimToken(token);
  }

  private void publishAll(ArtifactInputs inputs, OrderedPublisher publisher) {
    Function<InputPart, SessionsOfPart> sessions = sessions(inputs);
    try {
      inputs.forEach(part -> publisher.publish(part, sessions.apply(part)));
    } catch (CommandFailedException unreadable) {
      // What comes before a file that cannot be read is published and reported all the same.
      publisher.finish();
      throw unreadable;
    }
    publisher.finish();
  }

  /** A single artifact has no order to keep, so the schemas need not be compiled for it. */
  private static Function<InputPart, SessionsOfPart> sessions(ArtifactInputs inputs) {
    if (inputs.isSingleDocument()) {
      return part -> SessionsOfPart.NONE;
    }
    ArtifactReader reader = new ArtifactReader();
    return part -> SessionsOfPart.of(reader.readings(part));
  }

  private Consumer<PublishOutcome> printer(ArtifactInputs inputs) {
    if (handoff.isJson()) {
      return outcome -> handoff.terminal().out().print(handoff.toJson(outcome) + "\n");
    }
    return new OutcomeLines(handoff.terminal().text(), inputs.longestName())::print;
  }

  private void summarize(OutcomeTally tally) {
    if (tally.of(PublishOutcome.PENDING) > 0) {
      handoff
          .terminal()
          .err()
          .println(
              "handoff: For "
                  + tally.of(PublishOutcome.PENDING)
                  + " pending there is no word of the ledger yet. Publish again to know what became"
                  + " of them: what is recorded is answered as a duplicate.");
    }
    if (!handoff.isJson() && tally.total() > 1) {
      TextOutput text = handoff.terminal().text();
      text.blank();
      text.line(Span.strong(tally.sentence()));
      text.flush();
    }
  }

  private void explainPartial(OutcomeTally tally) {
    if (tally.total() > 0) {
      handoff
          .terminal()
          .err()
          .println(
              "handoff: Only the "
                  + tally.total()
                  + " above are known to be published. Run the command again when the server is"
                  + " back: what is recorded is answered as a duplicate.");
    }
  }
}
