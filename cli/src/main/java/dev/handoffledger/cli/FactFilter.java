package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import picocli.CommandLine.Option;

/** Which facts of the ledger a command prints: those that pass every option given. */
final class FactFilter {
  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "Only facts about handoffs for a role.")
  private String role;

  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "Only facts of a session, FORMAT/ID.")
  private String session;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only facts about handoffs of a kind.")
  private String kind;

  @Option(
      names = "--chain",
      paramLabel = "ID",
      description = "Only facts about what is in the chain of a handoff.")
  private String chain;

  @Option(
      names = "--issue",
      paramLabel = "ISSUE",
      description = "Only facts about what a LoopOps issue is made of.")
  private String issue;

  @Option(
      names = "--project",
      paramLabel = "PROJECT",
      description = "The project of the issue, where several use its name.")
  private String project;

  Query addTo(Query query) {
    return query
        .with("role", role)
        .with("session", session)
        .with("kind", kind)
        .with("chain", chain)
        .with("issue", issue)
        .with("project", project);
  }
}
