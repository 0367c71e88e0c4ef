package dev.handoffledger.projections.internal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a thread that failed, as most failures pass, but not for ever: what fails again and
 * again needs a person, who must see that it stands still.
 */
final class ThreadReplacement implements StreamsUncaughtExceptionHandler {
  static final int MAX_FAILURES = 10;
  static final Duration WINDOW = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(ThreadReplacement.class);

  private final Clock clock;
  private final ProjectionCounters counters;
  private final Deque<Instant> failures = new ArrayDeque<>();
  private boolean gaveUp;

  ThreadReplacement(Clock clock, ProjectionCounters counters) {
    this.clock = clock;
    this.counters = counters;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable failure) {
    Instant now = clock.instant();
    failures.addLast(now);
    while (failures.getFirst().isBefore(now.minus(WINDOW))) {
      failures.removeFirst();
    }
    if (failures.size() > MAX_FAILURES) {
      gaveUp = true;
      LOG.error("a thread of the projections failed too often; they stop", failure);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    counters.replacedThread();
    LOG.error("a thread of the projections failed and is replaced", failure);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  synchronized boolean gaveUp() {
    return gaveUp;
  }
}
