package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.CommandFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * A command that brings its own server. It is in another program, so that this one starts without
 * Kafka; the launcher {@code handoff} runs the one or the other.
 */
abstract class LauncherCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // Whatever follows is for the launcher to hand on.
  @Unmatched
  private List<String> options;

  @Override
  public Integer call() {
    throw new CommandFailedException(
        ExitCode.USAGE,
        "`"
            + named()
            + "` is run by the launcher: ./handoff "
            + named()
            + " in the project's folder.");
  }

  /** The command without the program's name. */
  private String named() {
    return spec.qualifiedName().substring(spec.root().name().length()).strip();
  }
}
