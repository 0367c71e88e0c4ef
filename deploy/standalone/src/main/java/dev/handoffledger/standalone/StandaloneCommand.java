package dev.handoffledger.standalone;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The part of the {@code handoff} command that runs a ledger rather than asking one. */
@Command(
    name = "handoff",
    description = "Runs a ledger on this machine.",
    mixinStandardHelpOptions = true,
    subcommands = {UpCommand.class, DemoCommand.class, AuditCommand.class})
public final class StandaloneCommand {
  private StandaloneCommand() {}

  /**
   * Runs a command and exits: 0 done, 1 it found something wrong, 2 usage or cannot run, 3 cannot
   * be told now.
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new StandaloneCommand());
  }
}
