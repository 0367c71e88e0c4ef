package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.text.SafeText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff tail}: the ledger as it goes on. */
@Command(
    name = "tail",
    sortOptions = false,
    description = {
      "Print the facts of the ledger as they are recorded, until Ctrl-C. Facts that pass every option"
          + " given are printed; after the server was away, it goes on where it was."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff tail --role reviewer",
      "  handoff tail --session codelens/planner-7f3a --after start",
      "  handoff tail -o json | jq -r .fact"
    })
final class TailCommand implements Callable<Integer> {
  private static final int NOT_FOUND = 404;

  @ParentCommand private HandoffCommand handoff;

  @Mixin private FactFilter filter;

  @Option(
      names = "--after",
      paramLabel = "POSITION",
      description =
          "Begin after a position (`position` of a fact in -o json), or with the whole ledger:"
              + " start. Without it: with what comes.")
  private String after;

  @Override
  public Integer call() {
    Query query = filter.addTo(new Query()).with("after", after);
    try {
      new Tail(handoff, query).run();
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
