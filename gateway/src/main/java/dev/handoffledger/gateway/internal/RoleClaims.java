package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Claims some handoff of a role: drawn at random among the oldest that the claimer is able to do,
 * so that claimers who ask at one time seldom want the same. Whoever loses one to another is given
 * the next of the draw.
 */
final class RoleClaims {
  private static final int DRAW = 32;
  private static final int MAX_WAITING = 128;
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /**
   * What is asked for.
   *
   * @param patience how long to wait for something to claim
   */
  record Wanted(ClaimFilter filter, Duration patience) {}

  /** What was claimed, and the ledger's word of it. */
  record Granted(HandoffView handoff, Reply reply) {}

  private final LedgerQueries queries;
  private final LeaseCommands commands;

  /** Each of those who wait takes up a thread. */
  private final Semaphore waiting = new Semaphore(MAX_WAITING);

  private final AtomicBoolean closed = new AtomicBoolean();

  RoleClaims(LedgerQueries queries, LeaseCommands commands) {
    this.queries = queries;
    this.commands = commands;
  }

  /** Those who wait are asked to come again. */
  void close() {
    closed.set(true);
  }

  /**
   * Claims one.
   *
   * @return empty if there was nothing to claim in time
   * @throws HttpProblem 503 if it cannot wait now; 503 or 504 if it is not known whether a claim
   *     was granted
   */
  Optional<Granted> claim(Wanted wanted, ClaimTerms terms, ClaimAttempts attempts)
      throws InterruptedException {
    long deadline = System.nanoTime() + wanted.patience().toNanos();
    Optional<Granted> granted = askAgain(terms, attempts);
    LedgerPosition seen = queries.position();
    if (granted.isEmpty()) {
      granted = draw(wanted.filter(), terms, attempts);
    }
    if (granted.isPresent() || wanted.patience().isZero()) {
      return granted;
    }
    if (!waiting.tryAcquire()) {
      throw HttpProblem.notAvailable(
          "Too many claims wait at this gateway; ask again, or without wait_seconds.");
    }
    try {
      while (granted.isEmpty() && awaitFacts(seen, deadline)) {
        seen = queries.position();
        granted = draw(wanted.filter(), terms, attempts);
      }
      return granted;
    } finally {
      waiting.release();
    }
  }

  /** Asks for what an earlier request of the same key may have been given. */
  private Optional<Granted> askAgain(ClaimTerms terms, ClaimAttempts attempts)
      throws InterruptedException {
    Optional<HandoffView> last = attempts.last().flatMap(queries::handoff);
    return last.isEmpty() ? Optional.empty() : claim(last.get(), terms);
  }

  private Optional<Granted> draw(ClaimFilter filter, ClaimTerms terms, ClaimAttempts attempts)
      throws InterruptedException {
    List<HandoffView> drawn = new ArrayList<>(queries.claimable(filter, DRAW));
    Collections.shuffle(drawn);
    for (HandoffView candidate : drawn) {
      String id = attempts.next(candidate.id());
      Optional<HandoffView> handoff =
          id.equals(candidate.id()) ? Optional.of(candidate) : queries.handoff(id);
      Optional<Granted> granted =
          handoff.isEmpty() ? Optional.empty() : claim(handoff.get(), terms);
      if (granted.isPresent()) {
        return granted;
      }
    }
    return Optional.empty();
  }

  private Optional<Granted> claim(HandoffView handoff, ClaimTerms terms)
      throws InterruptedException {
    Reply reply = commands.claim(handoff, terms);
    return reply.outcome() == Reply.Outcome.GRANTED
        ? Optional.of(new Granted(handoff, reply))
        : Optional.empty();
  }

  /** Waits until there are facts after a position; false if the time is over before. */
  private boolean awaitFacts(LedgerPosition seen, long deadline) throws InterruptedException {
    while (queries.position().equals(seen)) {
      if (closed.get()) {
        throw HttpProblem.notAvailable("The gateway is about to stop; ask again.");
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      Thread.sleep(Math.min(LOOK_EVERY.toMillis(), Duration.ofNanos(left).toMillis() + 1));
    }
    return System.nanoTime() < deadline;
  }
}
