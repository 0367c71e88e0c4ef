package dev.handoffledger.processor.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that failed, so that its transaction is tried again; gives up when
 * threads fail without end, since then trying is not what helps.
 */
public final class BoundedReplacement implements StreamsUncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedReplacement.class);
  private static final int MAX_FAILURES = 50;
  private static final Duration WINDOW = Duration.ofMinutes(5);

  private final ProcessorCounters counters;
  private final Deque<Long> failures = new ArrayDeque<>();

  public BoundedReplacement(ProcessorCounters counters) {
    this.counters = counters;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable exception) {
    long now = System.nanoTime();
    failures.addLast(now);
    while (now - failures.peekFirst() > WINDOW.toNanos()) {
      failures.removeFirst();
    }
    if (failures.size() > MAX_FAILURES) {
      LOG.error("event=processor_gives_up failures={}", failures.size(), exception);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    counters.threadReplaced();
    LOG.warn("event=stream_thread_replaced failures={}", failures.size(), exception);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }
}
