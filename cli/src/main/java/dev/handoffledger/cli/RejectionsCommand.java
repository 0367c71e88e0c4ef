package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff rejections}: what was refused, and why. */
@Command(
    name = "rejections",
    sortOptions = false,
    description = "List rejected artifacts and what was wrong with each, newest first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff rejections --reason bad_timestamp --since 1h",
      "  handoff rejections -o json | jq .items[0].problems"
    })
final class RejectionsCommand implements Callable<Integer> {

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Option(
      names = "--reason",
      paramLabel = "CODE",
      description = "Only those with this first reason, for example schema_violation.")
  private String reason;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only those read as KIND, for example planner_brief.")
  private String kind;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Not before TIME: RFC 3339, a date, or how long ago (90s 15m 2h 3d 1w).")
  private String since;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    Query query =
        new Query()
            .with("reason", reason)
            .with("kind", kind)
            .with("since", TimeRange.parse("--since", since, handoff.times(), spec));
    String hint =
        query.toString().isEmpty()
            ? "Nothing was rejected. `handoff validate FILE` checks artifacts before they are"
                + " published."
            : "No rejection matches. `handoff rejections` without options lists them all.";
    new Listing(handoff, pages)
        .print(
            query,
            new Tables(handoff.terminal().text(), handoff.times()).rejections(),
            hint,
            "v1",
            "rejections");
    return ExitCode.DONE;
  }
}
