package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff audit}, as the help shows it. */
@Command(
    name = "audit",
    description = "Check the chains of every session of a ledger for gaps and forks.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff audit", "  handoff audit --kafka kafka-1:9092 -o json"})
final class AuditCommand extends LauncherCommand {}
