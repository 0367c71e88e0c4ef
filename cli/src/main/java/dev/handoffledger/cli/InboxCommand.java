package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff inbox}: what waits for a role. */
@Command(
    name = "inbox",
    sortOptions = false,
    description = "List the open handoffs of a role, oldest first; without a role, the roles.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff inbox", "  handoff inbox reviewer --watch"})
final class InboxCommand implements Callable<Integer> {

  private static final int MAX_EVERY = 3600;

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ROLE",
      description = "For example reviewer, or human for what waits for a person.")
  private String role;

  @Mixin private PageOptions pages;

  @Option(
      names = "--watch",
      description = "Go on and print what comes, until Ctrl-C; with -o json one handoff a line.")
  private boolean watch;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "With --watch: look at least every so many seconds, also without word of a change, 1 to"
              + " 3600 (default: ${DEFAULT-VALUE}).")
  private int every;

  @Override
  public Integer call() {
    Tables tables = new Tables(handoff.terminal().text(), handoff.times());
    if (watch) {
      return watch(tables);
    }
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

  private int watch(Tables tables) {
    if (role == null || pages.isGiven() || every < 1 || every > MAX_EVERY) {
      throw new ParameterException(
          spec.commandLine(),
          "--watch needs a ROLE, goes without --limit, --cursor and --all, and takes --every 1 to "
              + MAX_EVERY
              + ".");
    }
    new InboxWatch(handoff, role, tables.inbox()).run(Duration.ofSeconds(every));
    return ExitCode.DONE;
  }
}
