package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff sessions}: the sessions of the ledger. */
@Command(
    name = "sessions",
    sortOptions = false,
    description = "List sessions.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff sessions --format codelens --state open --since 2d",
      "  handoff sessions --all -o json"
    })
final class SessionsCommand implements Callable<Integer> {

  /** Whether somebody must still act on a handoff of the session. */
  enum State {
    OPEN,
    CLOSED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Only sessions of codelens, cortex, kxm, ace or loopops.")
  private String format;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only sessions that are ${COMPLETION-CANDIDATES}.")
  private State state;

  @Mixin private TimeRange range;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    Query query = new Query().with("format", format).with("state", state);
    range.addTo(query, handoff.times());
    boolean filtered = !query.toString().isEmpty();
    String hint =
        filtered
            ? "No session matches. `handoff sessions` without options lists them all."
            : "There are no sessions yet. Publish an artifact: `handoff publish FILE`.";
    new Listing(handoff, pages)
        .print(
            query,
            new Tables(handoff.terminal().text(), handoff.times()).sessions(),
            hint,
            "v1",
            "sessions");
    return ExitCode.DONE;
  }
}
