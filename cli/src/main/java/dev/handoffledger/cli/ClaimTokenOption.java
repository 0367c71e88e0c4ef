package dev.handoffledger.cli;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which lease a command is about. */
final class ClaimTokenOption {
  static final String VARIABLE = "HANDOFF_CLAIM_TOKEN";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      arity = "0..1",
      paramLabel = "TOKEN",
      description = "The token that `handoff claim` printed; else " + VARIABLE + ".")
  private String token;

  boolean isGiven() {
    return token != null;
  }

  /** The token: that of the command line, else of the environment. */
  String require(HandoffCommand handoff) {
    return Optional.ofNullable(token)
        .or(() -> ofEnvironment(handoff))
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(),
                    "Which lease? Give the token that `handoff claim` printed, or set "
                        + VARIABLE
                        + "."));
  }

  static Optional<String> ofEnvironment(HandoffCommand handoff) {
    return Optional.ofNullable(handoff.terminal().environment().get(VARIABLE))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }
}
