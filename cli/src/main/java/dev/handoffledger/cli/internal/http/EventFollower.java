package dev.handoffledger.cli.internal.http;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Follows the server's events over as many connections as it takes, each where the last ended. */
public final class EventFollower {
  private static final Duration COME_BACK_AFTER = Duration.ofSeconds(1);

  private final LedgerClient ledger;
  private final Query query;
  private String lastEventId;

  public EventFollower(LedgerClient ledger, Query query) {
    this.ledger = ledger;
    this.query = query;
  }

  /**
   * Follows until the listener wants no more, or this thread is interrupted.
   *
   * @param listener takes every frame, and says whether it wants more
   * @param failures is told what keeps the server from answering; may throw it to give up
   */
  public void run(Predicate<ServerEvent> listener, Consumer<RuntimeException> failures)
      throws InterruptedException {
    boolean[] wanted = {true};
    while (wanted[0]) {
      try {
        ledger.listen(
            query,
            lastEventId,
            event -> {
              lastEventId = event.id() == null ? lastEventId : event.id();
              wanted[0] = listener.test(event);
              return wanted[0];
            });
      } catch (LedgerUnreachableException | LedgerAnswerException e) {
        failures.accept(e);
      }
      if (wanted[0]) {
        Thread.sleep(COME_BACK_AFTER.toMillis());
      }
    }
  }

  /** Whether the server ever told how far its events are. */
  public boolean hasBegun() {
    return lastEventId != null;
  }
}
