package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff demo}, as the help shows it. */
@Command(
    name = "demo",
    description = "Show a day of a fleet of agents on a ledger that is thrown away afterwards.")
final class DemoCommand extends LauncherCommand {}
