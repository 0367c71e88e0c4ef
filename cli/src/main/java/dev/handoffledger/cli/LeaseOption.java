package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.text.Times;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How long a lease is to last. */
final class LeaseOption {
  private static final Duration LONGEST = Duration.ofHours(24);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      defaultValue = "15m",
      description = "For how long, from 1s to 24h (default: ${DEFAULT-VALUE}).")
  private String lease;

  long seconds() {
    return Times.duration(lease)
        .filter(length -> !length.isZero() && length.compareTo(LONGEST) <= 0)
        .map(Duration::toSeconds)
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(), "--lease takes 1s to 24h, for example 90s or 15m."));
  }
}
