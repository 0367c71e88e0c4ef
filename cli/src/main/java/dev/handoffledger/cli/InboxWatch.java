package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.http.EventFollower;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.view.Tables.ItemTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Prints the open handoffs of a role, and then each that comes or comes back. */
final class InboxWatch {
  private static final int PAGE = 1000;
  private static final Duration TOGETHER = Duration.ofMillis(100);
  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  private final HandoffCommand handoff;
  private final String role;
  private final ItemTable table;
  private final Semaphore changes = new Semaphore(0);

  private Set<String> seen = Set.of();
  private boolean told;

  InboxWatch(HandoffCommand handoff, String role, ItemTable table) {
    this.handoff = handoff;
    this.role = role;
    this.table = table;
  }

  /**
   * Watches until nobody reads any more, or this thread is interrupted.
   *
   * @param atLeastEvery how long to wait for word of a change before looking all the same
   */
  void run(Duration atLeastEvery) {
    Thread listener = new Thread(this::listen, "inbox-events");
    listener.setDaemon(true);
    listener.start();
    try {
      printNew();
      Duration wait = atLeastEvery;
      while (!handoff.terminal().outputIsClosed()) {
        if (changes.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
          // What comes together is looked at together.
          Thread.sleep(TOGETHER.toMillis());
          changes.drainPermits();
        }
        wait =
            look() || atLeastEvery.compareTo(TRY_AGAIN_AFTER) < 0 ? atLeastEvery : TRY_AGAIN_AFTER;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      listener.interrupt();
    }
  }

  /**
   * Hears of every fact about the role's handoffs. The stream's beginning is news as well: what
   * came after the last look and before it is told by nobody.
   */
  private void listen() {
    EventFollower events = new EventFollower(handoff.ledger(), new Query().with("role", role));
    AtomicBoolean begun = new AtomicBoolean();
    try {
      events.run(
          event -> {
            if (!begun.getAndSet(true) || event.type() != null) {
              changes.release();
            }
            return true;
          },
          // Looking finds out what is wrong, and says it.
          failure -> changes.release());
    } catch (InterruptedException e) {
      // The watch is over.
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Prints what is new. A server that is away for a while is waited for.
   *
   * @return whether the server answered
   */
  private boolean look() {
    try {
      printNew();
      told = false;
      return true;
    } catch (LedgerUnreachableException e) {
      tell();
      return false;
    } catch (LedgerAnswerException e) {
      if (e.status() < 500) {
        throw e;
      }
      tell();
      return false;
    }
  }

  private void tell() {
    if (!told && !Thread.currentThread().isInterrupted()) {
      told = true;
      handoff.terminal().err().println("handoff: The server does not answer now; still watching.");
    }
  }

  private void printNew() {
    Map<String, JsonNode> open = open();
    List<JsonNode> fresh = new ArrayList<>();
    open.forEach(
        (id, item) -> {
          if (!seen.contains(id)) {
            fresh.add(item);
          }
        });
    seen = open.keySet();
    if (handoff.isJson()) {
      fresh.forEach(item -> handoff.terminal().json(handoff.toJson(item)));
    } else if (!fresh.isEmpty()) {
      table.print(fresh);
    }
    handoff.terminal().out().flush();
  }

  private Map<String, JsonNode> open() {
    LedgerClient ledger = handoff.ledger();
    Query query = new Query().with("limit", PAGE);
    Map<String, JsonNode> open = new LinkedHashMap<>();
    JsonNode page;
    do {
      page = ledger.parse(ledger.get(query, "v1", "roles", role));
      page.path("items").forEach(item -> open.put(item.path("id").asText(), item));
      query.with("cursor", page.path("next").textValue());
    } while (page.path("next").isTextual());
    return open;
  }
}
