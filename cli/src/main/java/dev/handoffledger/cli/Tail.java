package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.http.EventFollower;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.http.ServerEvent;
import dev.handoffledger.cli.internal.view.FactLine;
import dev.handoffledger.cli.internal.view.GapText;
import java.nio.charset.StandardCharsets;

/** Follows the server's events, over as many connections as it takes. */
final class Tail {
  private final HandoffCommand handoff;
  private final Terminal terminal;
  private final LedgerClient ledger;
  private final Query query;
  private final FactLine line;
  private boolean told;

  Tail(HandoffCommand handoff, Query query) {
    this.handoff = handoff;
    this.terminal = handoff.terminal();
    this.ledger = handoff.ledger();
    this.query = query;
    this.line = new FactLine(terminal.text(), false);
  }

  /** Follows until nobody reads any more, or this thread is interrupted. */
  void run() {
    EventFollower events = new EventFollower(ledger, query);
    try {
      events.run(this::take, failure -> waitFor(failure, events.hasBegun()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A server that was there before is waited for. */
  private void waitFor(RuntimeException failure, boolean wasThere) {
    boolean refused = failure instanceof LedgerAnswerException answer && answer.status() < 500;
    if (refused || !wasThere) {
      throw failure;
    }
    if (!told && !Thread.currentThread().isInterrupted()) {
      told = true;
      terminal.err().println("handoff: The server does not answer now; still following.");
    }
  }

  private boolean take(ServerEvent event) {
    told = false;
    if (event.type() != null && event.data() != null) {
      JsonNode data = ledger.parse(event.data().getBytes(StandardCharsets.UTF_8));
      switch (event.type()) {
        case "fact" -> print((ObjectNode) data, event.id());
        case "gap" -> terminal.err().println(GapText.of(data));
        default -> {
          // Of a newer server.
        }
      }
    }
    return !terminal.outputIsClosed();
  }

  private void print(ObjectNode fact, String position) {
    if (handoff.isJson()) {
      fact.put("position", position);
      terminal.json(handoff.toJson(fact));
    } else {
      line.print(fact);
    }
    terminal.out().flush();
  }
}
