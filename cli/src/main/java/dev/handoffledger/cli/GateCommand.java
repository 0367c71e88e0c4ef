package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.GateLines;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff gate}: whether work may be merged, for CI. */
@Command(
    name = "gate",
    sortOptions = false,
    description = {
      "Say whether work may be merged: exit code 0 if the ledger has no objection to its chain, 1"
          + " with the reasons if it has."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff gate 3f1c… && git merge feature",
      "  handoff gate codelens/builder-7f3a",
      "  handoff gate 3f1c… -o json | jq -r '.objections[].code'"
    })
final class GateCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TARGET",
      description = {
        "The id of any handoff of a chain, or a session (FORMAT/ID), all of whose chains must pass."
      })
  private String target;

  @Override
  public Integer call() {
    byte[] answer = verdict();
    JsonNode verdict = handoff.ledger().parse(answer);
    if (handoff.isJson()) {
      handoff.printJson(answer);
    } else {
      new GateLines(handoff.terminal().text()).print(verdict);
      handoff.terminal().out().flush();
    }
    return verdict.path("passes").asBoolean() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private byte[] verdict() {
    LedgerClient ledger = handoff.ledger();
    Optional<String> id = HandoffIds.parse(target);
    if (id.isPresent()) {
      return ledger.find(new Query(), "v1", "gate", id.get()).orElseThrow(HandoffIds::notThere);
    }
    if (target.indexOf('/') < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "Give the id of a handoff (64 hex digits) or a session as FORMAT/ID, for example"
              + " codelens/builder-7f3a.");
    }
    return ledger
        .find(new Query().with("session", target), "v1", "gate")
        .orElseThrow(
            () ->
                new CommandFailedException(
                    ExitCode.REFUSED,
                    "The ledger has no such session. `handoff sessions` lists those it has."));
  }
}
