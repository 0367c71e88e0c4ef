package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.man.ManPage;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff man}: the help as a manual page. */
@Command(
    name = "man",
    sortOptions = false,
    description = {
      "Print the manual page of a command in roff, the language of man(1).",
      "Without a command: that of handoff itself."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff man claim | man -l -",
      "  handoff man > ~/.local/share/man/man1/handoff.1"
    })
final class ManCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command.")
  private String topic;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    CommandLine explained = topic == null ? root : root.getSubcommands().get(topic);
    if (explained == null) {
      throw new ParameterException(
          spec.commandLine(), "There is no such command. `handoff help` lists them.");
    }
    handoff.terminal().out().print(new ManPage(explained.getCommandSpec(), date()).roff());
    handoff.terminal().out().flush();
    return ExitCode.DONE;
  }

  private static String date() {
    String built = VersionCommand.Build.ofThisProgram().built();
    return built == null ? "" : built.replaceFirst("T.*", "");
  }
}
