package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.text.SafeText;
import dev.handoffledger.schemas.format.Formats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * What a word of a command line could be, one a line, for the completion script. It knows little
 * time and no errors: a shell that completes shows nothing instead.
 */
@Command(name = CandidatesCommand.NAME, hidden = true, description = "For the completion script.")
final class CandidatesCommand implements Callable<Integer> {
  static final String NAME = "__candidates";

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int MOST = 200;

  /** What there is to choose from. */
  enum Subject {
    ROLES,
    SESSIONS,
    ISSUES,
    KINDS,
    CONTEXTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Parameters(paramLabel = "SUBJECT", description = "${COMPLETION-CANDIDATES}.")
  private Subject subject;

  @Override
  public Integer call() {
    Collection<String> names;
    try {
      names = names();
    } catch (LedgerUnreachableException | LedgerAnswerException | CommandFailedException e) {
      return ExitCode.REFUSED;
    }
    names.stream()
        .filter(name -> !name.isEmpty() && SafeText.escape(name).equals(name))
        .forEach(name -> handoff.terminal().out().print(name + "\n"));
    handoff.terminal().out().flush();
    return ExitCode.DONE;
  }

  private Collection<String> names() {
    return switch (subject) {
      case ROLES -> ofAnswer("role", new Query(), "v1", "roles");
      case SESSIONS -> ofAnswer("session", new Query().with("limit", MOST), "v1", "sessions");
      case ISSUES -> ofAnswer("id", new Query().with("limit", MOST), "v1", "issues");
      case KINDS -> new Formats().kinds().stream().map(kind -> kind.name()).toList();
      case CONTEXTS -> handoff.contexts().all().keySet();
    };
  }

  private List<String> ofAnswer(String member, Query query, String... path) {
    LedgerClient ledger = handoff.ledger(PATIENCE);
    List<String> names = new ArrayList<>();
    for (JsonNode item : ledger.parse(ledger.get(query, path)).path("items")) {
      names.add(item.path(member).asText());
    }
    return names;
  }
}
