package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff demo}, as the help shows it. */
@Command(
    name = "demo",
    description = "Show a day of a fleet of agents on a ledger that is thrown away afterwards.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff demo", "  handoff demo -o json"})
final class DemoCommand extends LauncherCommand {}
