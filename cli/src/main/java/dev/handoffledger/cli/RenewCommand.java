package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.view.LeaseLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code handoff renew}: keep what one holds for longer. */
@Command(
    name = "renew",
    sortOptions = false,
    description = "Keep a claimed handoff for longer, counted from now.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff renew --lease 1h", "  handoff renew 7.AAAAE2Nv… --lease 30m"})
final class RenewCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Mixin private ClaimTokenOption token;

  @Mixin private LeaseOption lease;

  @Override
  public Integer call() {
    String given = token.require(handoff);
    ObjectNode body = handoff.json().createObjectNode().put("lease_seconds", lease.seconds());
    return new LeaseRequest(handoff)
        .run(() -> handoff.ledger().ask(body, "v1", "claims", given, "renew"), LeaseLines::renewed);
  }
}
