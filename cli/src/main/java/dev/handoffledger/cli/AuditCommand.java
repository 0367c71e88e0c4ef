package dev.handoffledger.cli;

import picocli.CommandLine.Command;

/** {@code handoff audit}, as the help shows it. */
@Command(
    name = "audit",
    description =
        "Hold a running ledger against what it promises; without a command: verify. Moves no"
            + " consumer's cursor.",
    subcommands = {AuditCommand.Verify.class, AuditCommand.Rebuild.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff audit",
      "  handoff audit verify --kafka kafka-1:9092 -o json",
      "  handoff audit rebuild --data /srv/ledger"
    })
final class AuditCommand extends LauncherCommand {

  /** {@code handoff audit verify}, as the help shows it. */
  @Command(
      name = "verify",
      description = {
        "Check every session's chain, every artifact against its hashes, leases and routes, and name"
            + " what is wrong."
      },
      footerHeading = "%nExamples:%n",
      footer = {"  handoff audit verify", "  handoff audit verify --kafka kafka-1:9092 -o json"})
  static final class Verify extends LauncherCommand {}

  /** {@code handoff audit rebuild}, as the help shows it. */
  @Command(
      name = "rebuild",
      description = {
        "Build the projections anew from the log, and compare every answer with those of the"
            + " gateway, byte for byte."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  handoff audit rebuild",
        "  handoff audit rebuild --kafka kafka-1:9092 --url https://ledger.example.org"
      })
  static final class Rebuild extends LauncherCommand {}
}
