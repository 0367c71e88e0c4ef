package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.view.LeaseLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff complete}: say that what one holds is done. */
@Command(
    name = "complete",
    sortOptions = false,
    description = {
      "Say that a claimed handoff is done.",
      "An answer published with `handoff publish --claim-token` says so by itself."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  handoff complete --note \"merged by hand\""})
final class CompleteCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Mixin private ClaimTokenOption token;

  @Option(names = "--note", paramLabel = "TEXT", description = "What is to be known of it.")
  private String note;

  @Override
  public Integer call() {
    String given = token.require(handoff);
    ObjectNode body = handoff.json().createObjectNode().put("note", note);
    return new LeaseRequest(handoff)
        .run(
            () -> handoff.ledger().ask(body, "v1", "claims", given, "complete"), LeaseLines::ended);
  }
}
