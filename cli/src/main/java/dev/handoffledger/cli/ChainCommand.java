package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.ChainLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff chain}: how the work stands that a handoff belongs to. */
@Command(
    name = "chain",
    sortOptions = false,
    description = "Show how a chain stands, what it waits for, and all that belongs to it.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff chain 3f1c…", "  handoff chain 3f1c… -o json | jq -r .state"})
final class ChainCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "ID",
      description = "The id of any handoff of the chain, with or without sha256: before it.")
  private String id;

  @Option(names = "--ids", description = "Print each handoff's id below it.")
  private boolean ids;

  @Override
  public Integer call() {
    String handoffId = HandoffIds.require(id, spec.commandLine());
    byte[] answer =
        handoff
            .ledger()
            .find(new Query(), "v1", "chains", handoffId)
            .orElseThrow(HandoffIds::notThere);
    if (handoff.isJson()) {
      handoff.printJson(answer);
      return ExitCode.DONE;
    }
    new ChainLines(handoff.terminal().text(), handoff.times(), ids)
        .print(handoff.ledger().parse(answer));
    handoff.terminal().out().flush();
    return ExitCode.DONE;
  }
}
