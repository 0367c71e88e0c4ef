package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.view.LeaseLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff release}: give back what one holds, or take it from whoever does. */
@Command(
    name = "release",
    sortOptions = false,
    description = {
      "Give a claimed handoff back, so that another may claim it; with --id, take a handoff from"
          + " whoever holds it."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff release --reason \"not my language\"",
      "  handoff release --id 3f1c… --reason \"the agent is gone\""
    })
final class ReleaseCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Mixin private ClaimTokenOption token;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Take this handoff from whoever holds it; for administrators.")
  private String id;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why; it is kept in the ledger. With --id it must be given.")
  private String reason;

  @Override
  public Integer call() {
    if (id != null) {
      return forced();
    }
    String given = token.require(handoff);
    ObjectNode body = handoff.json().createObjectNode().put("reason", reason);
    return new LeaseRequest(handoff)
        .run(() -> handoff.ledger().ask(body, "v1", "claims", given, "release"), LeaseLines::ended);
  }

  private int forced() {
    if (token.isGiven() || reason == null || reason.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "--id goes with --reason, and without a TOKEN.");
    }
    String handoffId = HandoffIds.require(id, spec.commandLine());
    ObjectNode body =
        handoff.json().createObjectNode().put("by", handoff.publisher()).put("reason", reason);
    return new LeaseRequest(handoff)
        .run(
            () -> handoff.ledger().ask(body, "v1", "handoffs", handoffId, "release"),
            LeaseLines::ended);
  }
}
