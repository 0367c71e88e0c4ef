package dev.handoffledger.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code handoff help}: what a command does. */
@Command(
    name = "help",
    sortOptions = false,
    description = "Show the help of a command.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff help", "  handoff help publish"})
final class HelpTopicCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command; or all of them.")
  private String topic;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    CommandLine explained = topic == null ? root : root.getSubcommands().get(topic);
    if (explained == null) {
      throw new ParameterException(
          spec.commandLine(), "There is no such command. `handoff help` lists them.");
    }
    explained.usage(root.getOut());
    return ExitCode.DONE;
  }
}
