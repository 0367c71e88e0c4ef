package dev.handoffledger.standalone;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code handoff audit rebuild}: holds what the gateway answers against the log. */
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff audit rebuild",
      "  handoff audit rebuild --kafka kafka-1:9092 --url https://ledger.example.org"
    })
final class AuditRebuildCommand implements Callable<Integer> {
  @ParentCommand private AuditCommand audit;

  @Override
  public Integer call() {
    return audit.fail(AuditCommand.CANNOT_RUN, "not yet");
  }
}
