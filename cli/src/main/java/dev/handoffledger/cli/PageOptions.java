package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How much of a list is asked for. */
final class PageOptions {
  private static final int MAX_LIMIT = 1000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Show N at most, 1 to 1000 (default: 100).")
  private Integer limit;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Go on where an earlier answer ended: its \"next\".")
  private String cursor;

  @Option(
      names = "--all",
      description = "Show everything, however long; with -o json one item a line.")
  private boolean all;

  boolean all() {
    return all;
  }

  boolean isGiven() {
    return all || limit != null || cursor != null;
  }

  /** The query of the first page. */
  Query addTo(Query query) {
    if (limit != null && (limit < 1 || limit > MAX_LIMIT)) {
      throw new ParameterException(
          command.commandLine(), "--limit must be from 1 to " + MAX_LIMIT + ".");
    }
    if (all && limit != null) {
      throw new ParameterException(
          command.commandLine(), "--all and --limit contradict each other: give one of them.");
    }
    Integer asked = all ? Integer.valueOf(MAX_LIMIT) : limit;
    return query.with("limit", asked).with("cursor", cursor);
  }
}
