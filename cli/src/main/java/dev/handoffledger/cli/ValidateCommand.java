package dev.handoffledger.cli;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.handoffledger.cli.internal.input.ArtifactInputs;
import dev.handoffledger.cli.internal.input.InputPart;
import dev.handoffledger.cli.internal.publish.Finding;
import dev.handoffledger.cli.internal.publish.OutcomeTally;
import dev.handoffledger.cli.internal.publish.PartSender;
import dev.handoffledger.cli.internal.publish.PublishOutcome;
import dev.handoffledger.cli.internal.text.Progress;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.view.OutcomeLines;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code handoff validate}: what the ledger would say, without a server. */
@Command(
    name = "validate",
    sortOptions = false,
    description = {
      "Check artifacts on this machine, without a server.",
      "What depends on other handoffs (a duplicate, an id used twice) only the ledger can say."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff validate brief.json",
      "  handoff validate artifacts/ -o json | jq .problems"
    })
final class ValidateCommand implements Callable<Integer> {

  @ParentCommand private HandoffCommand handoff;

  @Mixin private InputOptions input;

  /** A line of {@code validate -o json}. */
  @JsonPropertyOrder({"file", "outcome", "id", "session", "kind", "roles", "problems", "warnings"})
  record Validation(
      String file,
      String outcome,
      String id,
      String session,
      String kind,
      List<String> roles,
      List<Finding> problems,
      List<Finding> warnings) {

    static Validation of(PublishOutcome outcome) {
      return new Validation(
          outcome.file(),
          outcome.outcome(),
          outcome.id(),
          outcome.session(),
          outcome.kind(),
          outcome.roles(),
          outcome.problems(),
          outcome.warnings());
    }
  }

  @Override
  public Integer call() {
    ArtifactInputs inputs = input.open(handoff);
    ArtifactReader reader = new ArtifactReader();
    TextOutput text = handoff.terminal().text();
    OutcomeLines lines = new OutcomeLines(text, inputs.longestName());
    OutcomeTally tally = new OutcomeTally();
    Progress progress = handoff.terminal().progress();
    inputs.forEach(
        part -> {
          for (PublishOutcome outcome : outcomes(reader, part)) {
            tally.add(outcome);
            progress.clear();
            print(outcome, lines);
            handoff.terminal().out().flush();
            progress.update(tally.total() + " checked");
          }
        });
    progress.clear();
    if (!handoff.isJson() && tally.total() > 1) {
      text.blank();
      text.line(Span.strong(tally.sentence()));
    }
    return tally.of(PublishOutcome.REJECTED) > 0 ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private void print(PublishOutcome outcome, OutcomeLines lines) {
    if (handoff.isJson()) {
      handoff.terminal().json(handoff.toJson(Validation.of(outcome)));
    } else {
      lines.print(outcome);
    }
  }

  private static List<PublishOutcome> outcomes(ArtifactReader reader, InputPart part) {
    if (part instanceof InputPart.Oversized oversized) {
      return List.of(PublishOutcome.tooLarge(oversized.name(), PartSender.TOO_LARGE));
    }
    List<PublishOutcome> outcomes = new ArrayList<>();
    List<Reading> readings = reader.readings(part);
    for (int i = 0; i < readings.size(); i++) {
      outcomes.add(outcome(part.names().get(i), readings.get(i)));
    }
    return outcomes;
  }

  private static PublishOutcome outcome(String name, Reading reading) {
    if (reading instanceof Reading.Accepted accepted) {
      Handoff artifact = accepted.handoff();
      return new PublishOutcome(
          name,
          PublishOutcome.VALID,
          null,
          artifact.id(),
          artifact.session(),
          artifact.kind(),
          null,
          artifact.roles(),
          null,
          List.of(),
          artifact.warnings().stream().map(Finding::of).toList());
    }
    Rejection rejection = ((Reading.Rejected) reading).rejection();
    return new PublishOutcome(
        name,
        PublishOutcome.REJECTED,
        null,
        null,
        rejection.session(),
        rejection.kind(),
        null,
        List.of(),
        null,
        rejection.problems().stream().map(Finding::of).toList(),
        List.of());
  }
}
