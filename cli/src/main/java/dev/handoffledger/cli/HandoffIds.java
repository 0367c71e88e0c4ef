package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.CommandFailedException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Handoff ids as people give them. */
final class HandoffIds {
  private static final String ALGORITHM = "sha256:";
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private HandoffIds() {}

  /** The id with its algorithm, or empty if the text is none. */
  static Optional<String> parse(String text) {
    String given = text.strip().toLowerCase(Locale.ROOT);
    String hash = given.startsWith(ALGORITHM) ? given.substring(ALGORITHM.length()) : given;
    return HASH.matcher(hash).matches() ? Optional.of(ALGORITHM + hash) : Optional.empty();
  }

  /**
   * The id with its algorithm.
   *
   * @throws ParameterException if the text is none
   */
  static String require(String text, CommandLine command) {
    return parse(text)
        .orElseThrow(
            () ->
                new ParameterException(
                    command,
                    "A handoff id is 64 hex digits, with or without sha256: before them. `handoff"
                        + " inbox ROLE` and `handoff session FORMAT/ID` print ids."));
  }

  static CommandFailedException notThere() {
    return new CommandFailedException(
        ExitCode.REFUSED,
        "The ledger has no handoff with this id. `handoff sessions` lists what it has;"
            + " `handoff rejections` what it refused.");
  }
}
