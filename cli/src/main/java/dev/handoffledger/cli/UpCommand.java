package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff up}, as the help shows it. */
@Command(
    name = "up",
    description =
        "Start a ledger on this machine: broker, processor, projections and HTTP in one process.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff up",
      "  handoff up --data /srv/ledger --port 7441",
      "  handoff up --config registry.properties"
    })
final class UpCommand extends LauncherCommand {}
