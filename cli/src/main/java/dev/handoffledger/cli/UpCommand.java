package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff up}, as the help shows it. */
@Command(
    name = "up",
    description =
        "Start a ledger on this machine: broker, processor, projections and HTTP in one process.")
final class UpCommand extends LauncherCommand {}
