package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff bench}, as the help shows it. */
@Command(
    name = "bench",
    description = "Measure a ledger on this machine beside Kafka alone.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff bench --short", "  handoff bench -o json", "  handoff bench micro"})
final class BenchCommand extends LauncherCommand {}
