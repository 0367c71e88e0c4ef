package dev.handoffledger.processor.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that failed, so that its transaction is tried again; gives up when
 * threads fail without end, since then trying is not what helps.
 */
public final class BoundedReplacement implements StreamsUncaughtExceptionHandler {
  /** More failures than that within {@link #WINDOW} are too many. */
  public static final int MAX_FAILURES = 50;

  public static final Duration WINDOW = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(BoundedReplacement.class);

  private final ProcessorCounters counters;
  private final LongSupplier nanoTime;
  private final Deque<Long> failures = new ArrayDeque<>();
  private boolean gaveUp;

  /**
   * @param nanoTime a clock as {@link System#nanoTime} is
   */
  public BoundedReplacement(ProcessorCounters counters, LongSupplier nanoTime) {
    this.counters = counters;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized StreamThreadExceptionResponse handle(Throwable exception) {
    long now = nanoTime.getAsLong();
    failures.addLast(now);
    while (now - failures.peekFirst() > WINDOW.toNanos()) {
      failures.removeFirst();
    }
    if (failures.size() > MAX_FAILURES) {
      gaveUp = true;
      LOG.error("event=processor_gives_up failures={}", failures.size(), exception);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    counters.threadReplaced();
    LOG.warn("event=stream_thread_replaced failures={}", failures.size(), exception);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** Whether threads failed too often, so that nothing is read any more. */
  public synchronized boolean gaveUp() {
    return gaveUp;
  }
}
