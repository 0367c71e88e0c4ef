package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff chains}: the ledger's chains. */
@Command(
    name = "chains",
    sortOptions = false,
    description = "List chains, the one whose root was recorded last first.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff chains --state changes_requested", "  handoff chains --all -o json"})
final class ChainsCommand implements Callable<Integer> {

  /** How far the work of a chain has come. */
  enum State {
    OPEN,
    BUILDING,
    REVIEWING,
    CHANGES_REQUESTED,
    APPROVED,
    BLOCKED,
    CLOSED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only these: ${COMPLETION-CANDIDATES}.")
  private State state;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    new Listing(handoff, pages)
        .print(
            new Query().with("state", state),
            new Tables(handoff.terminal().text(), handoff.times()).chains(),
            "There is no such chain. `handoff sessions` lists what the ledger has.",
            "v1",
            "chains");
    return ExitCode.DONE;
  }
}
