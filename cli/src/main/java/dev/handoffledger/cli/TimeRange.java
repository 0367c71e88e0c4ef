package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.text.Times;
import java.time.Instant;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** From when to when. */
final class TimeRange {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Not before TIME: RFC 3339, a date, or how long ago (90s 15m 2h 3d 1w).")
  private String since;

  @Option(names = "--until", paramLabel = "TIME", description = "Not after TIME, written alike.")
  private String until;

  void addTo(Query query, Times times) {
    query.with("since", parse("--since", since, times, command));
    query.with("until", parse("--until", until, times, command));
  }

  static Instant parse(String option, String text, Times times, CommandSpec command) {
    if (text == null) {
      return null;
    }
    return times
        .parse(text)
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(),
                    option
                        + " takes an RFC 3339 time (2026-11-30T12:00:00Z), a date (2026-11-30) or"
                        + " how long ago (90s 15m 2h 3d 1w)."));
  }
}
