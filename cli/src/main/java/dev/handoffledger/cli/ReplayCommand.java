package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.text.SafeText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff replay}: the ledger as it was recorded. */
@Command(
    name = "replay",
    sortOptions = false,
    description = {
      "Print the facts of the ledger in the order in which they were recorded, up to now. Facts that"
          + " pass every option given are printed. It moves no consumer's cursor; after a broken"
          + " connection it goes on where it was."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff replay --session codelens/planner-7f3a",
      "  handoff replay --role reviewer --since 2026-11-30 --until 2026-12-01",
      "  handoff replay --after 0:120,1:98,2:131 -o json | jq -r .fact"
    })
final class ReplayCommand implements Callable<Integer> {
  private static final int NOT_FOUND = 404;

  @ParentCommand private HandoffCommand handoff;

  @Mixin private FactFilter filter;

  @Mixin private TimeRange range;

  @Option(
      names = "--after",
      paramLabel = "POSITION",
      description = "Begin after a position: `position` of a fact in -o json.")
  private String after;

  @Option(
      names = "--to",
      paramLabel = "POSITION",
      description = "End with a position. Without it: with what has been recorded by now.")
  private String to;

  @Override
  public Integer call() throws InterruptedException {
    Query query = filter.addTo(new Query()).with("after", after).with("to", to);
    range.addTo(query, handoff.times());
    try {
      new Replay(handoff, query).run();
      return ExitCode.DONE;
    } catch (LedgerAnswerException e) {
      if (e.status() != NOT_FOUND) {
        throw e;
      }
      handoff.terminal().err().println(SafeText.escape("handoff: " + e.getMessage()));
      return ExitCode.REFUSED;
    }
  }
}
