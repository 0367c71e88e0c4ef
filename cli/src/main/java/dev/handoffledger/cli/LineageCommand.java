package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.LineageLines;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff lineage}: what led to a handoff and what came of it. */
@Command(
    name = "lineage",
    sortOptions = false,
    description = "Draw what led to a handoff and what came of it.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff lineage 3f1c…",
      "  handoff lineage 3f1c… --direction up --ids",
      "  handoff lineage 3f1c… --depth 1000 --limit 1000 -o json"
    })
final class LineageCommand implements Callable<Integer> {
  private static final int MAX = 1000;

  /** Which way links are followed. */
  enum Direction {
    UP,
    DOWN,
    BOTH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "ID",
      description = "The handoff id: 64 hex digits, with or without sha256: before them.")
  private String id;

  @Option(
      names = "--direction",
      paramLabel = "WAY",
      defaultValue = "both",
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Direction direction;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "At most N links away, 1 to 1000 (default: 100).")
  private Integer depth;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most N handoffs, 1 to 1000 (default: 100).")
  private Integer limit;

  @Option(names = "--ids", description = "Print each handoff's id below it.")
  private boolean ids;

  @Override
  public Integer call() {
    String handoffId = HandoffIds.require(id, spec.commandLine());
    Query query =
        new Query()
            .with("direction", direction)
            .with("depth", checked("--depth", depth))
            .with("limit", checked("--limit", limit));
    byte[] answer =
        handoff
            .ledger()
            .find(query, "v1", "handoffs", handoffId, "lineage")
            .orElseThrow(HandoffIds::notThere);
    if (handoff.isJson()) {
      handoff.printJson(answer);
      return ExitCode.DONE;
    }
    new LineageLines(handoff.terminal().text(), handoff.times(), ids)
        .print(handoff.ledger().parse(answer));
    handoff.terminal().out().flush();
    return ExitCode.DONE;
  }

  private Integer checked(String option, Integer number) {
    if (number != null && (number < 1 || number > MAX)) {
      throw new ParameterException(spec.commandLine(), option + " must be from 1 to " + MAX + ".");
    }
    return number;
  }
}
