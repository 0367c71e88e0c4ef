package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.SessionLines;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff session}: a session, to be resumed from. */
@Command(
    name = "session",
    sortOptions = false,
    description = "Show a session: how it stands, its newest handoff in full, then its facts.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff session codelens/planner-7f3a",
      "  handoff session codelens/planner-7f3a -o json | jq .newest.artifact"
    })
final class SessionCommand implements Callable<Integer> {

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "FORMAT/ID",
      description = "For example codelens/planner-7f3a; also as two words: codelens planner-7f3a.")
  private List<String> session;

  @Mixin private PageOptions pages;

  @Override
  public Integer call() {
    String[] parts = formatAndId();
    String[] path = {"v1", "sessions", parts[0], parts[1]};
    LedgerClient ledger = handoff.ledger();
    Query query = pages.addTo(new Query());
    byte[] answer = ledger.find(query, path).orElseThrow(SessionCommand::notThere);
    if (!handoff.isJson()) {
      SessionLines lines = new SessionLines(handoff.terminal().text(), handoff.times());
      JsonNode first = ledger.parse(answer);
      lines.print(first);
      lines.end(readOn(first, query, path, lines::moreFacts));
    } else if (pages.all()) {
      JsonNode first = ledger.parse(answer);
      printFacts(first);
      readOn(first, query, path, this::printFacts);
    } else {
      handoff.printJson(answer);
    }
    return ExitCode.DONE;
  }

  /** Reads the further pages, if all are asked for, and returns the last. */
  private JsonNode readOn(JsonNode first, Query query, String[] path, Consumer<JsonNode> reader) {
    JsonNode page = first;
    while (pages.all() && page.path("next").isTextual() && !handoff.terminal().outputIsClosed()) {
      query.with("cursor", page.get("next").textValue());
      page = handoff.ledger().parse(handoff.ledger().get(query, path));
      reader.accept(page);
    }
    return page;
  }

  private void printFacts(JsonNode page) {
    page.path("facts").forEach(fact -> handoff.terminal().json(handoff.toJson(fact)));
  }

  private String[] formatAndId() {
    String format = session.get(0);
    if (session.size() == 2) {
      return new String[] {format, session.get(1)};
    }
    int slash = format.indexOf('/');
    if (slash < 1 || slash == format.length() - 1) {
      throw new ParameterException(
          spec.commandLine(),
          "A session is a format, a slash and an id, for example codelens/planner-7f3a. `handoff"
              + " sessions` lists them.");
    }
    return new String[] {format.substring(0, slash), format.substring(slash + 1)};
  }

  private static CommandFailedException notThere() {
    return new CommandFailedException(
        ExitCode.REFUSED,
        "The ledger has no such session. `handoff sessions` lists those it has; ids are compared"
            + " byte for byte.");
  }
}
