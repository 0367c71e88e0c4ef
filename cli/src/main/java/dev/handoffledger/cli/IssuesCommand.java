package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff issues}: the LoopOps issues of the ledger. */
@Command(
    name = "issues",
    sortOptions = false,
    description = "List LoopOps issues, the most urgent first.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff issues --state needs_decision", "  handoff issues --all -o json"})
final class IssuesCommand implements Callable<Integer> {

  /** How far an issue has come. */
  enum State {
    NEEDS_DECISION,
    SELECTED,
    IN_PROGRESS,
    AWAITING_VERIFICATION,
    VERIFICATION_BLOCKED,
    DEFERRED,
    OBSERVING,
    SKIPPED,
    VERIFIED,
    REGRESSION;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How bad an issue is. */
  enum Severity {
    ERROR,
    WARN;

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

  @Option(
      names = "--severity",
      paramLabel = "SEVERITY",
      description = "Only these: ${COMPLETION-CANDIDATES}.")
  private Severity severity;

  @Option(names = "--project", paramLabel = "P", description = "Only issues of this project.")
  private String project;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    Query query =
        new Query().with("state", state).with("severity", severity).with("project", project);
    String hint =
        query.toString().isEmpty()
            ? "There are no issues yet: nothing that was published diagnoses one or rejects work."
            : "No issue matches. `handoff issues` without options lists them all.";
    new Listing(handoff, pages)
        .print(
            query,
            new Tables(handoff.terminal().text(), handoff.times()).issues(),
            hint,
            "v1",
            "issues");
    return ExitCode.DONE;
  }
}
