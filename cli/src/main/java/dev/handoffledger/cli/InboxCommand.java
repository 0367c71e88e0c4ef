package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff inbox}: what waits for a role. */
@Command(
    name = "inbox",
    sortOptions = false,
    description = "List the open handoffs of a role, oldest first; without a role, the roles.")
final class InboxCommand implements Callable<Integer> {

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ROLE",
      description = "For example reviewer, or human for what waits for a person.")
  private String role;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    Tables tables = new Tables(handoff.terminal().text(), handoff.times());
    Listing listing = new Listing(handoff, pages);
    if (role != null) {
      listing.print(
          new Query(),
          tables.inbox(),
          "Nothing waits for this role. `handoff inbox` lists the roles for which something does.",
          "v1",
          "roles",
          role);
      return ExitCode.DONE;
    }
    if (pages.isGiven()) {
      throw new ParameterException(
          spec.commandLine(),
          "--limit, --cursor and --all need a ROLE; the roles come all at once.");
    }
    listing.print(
        new Query(),
        tables.roles(),
        "No role has had work yet. Publish an artifact: `handoff publish FILE`.",
        "v1",
        "roles");
    return ExitCode.DONE;
  }
}
