package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code handoff orphans}: what waits for its parent. */
@Command(
    name = "orphans",
    sortOptions = false,
    description = "List the handoffs whose parent has not come, the one that waits longest first.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff orphans --all"})
final class OrphansCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    new Listing(handoff, pages)
        .print(
            new Query(),
            new Tables(handoff.terminal().text(), handoff.times()).orphans(),
            "Every parent that a handoff names has come.",
            "v1",
            "orphans");
    return ExitCode.DONE;
  }
}
