package dev.handoffledger.server.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a program: it starts its parts, runs until it is asked to stop (SIGTERM, SIGINT) or a
 * part has failed for good, and stops the parts, the last started first.
 *
 * <p>Asked to stop, the process ends with exit code 0 once all parts have stopped, and with 1 if
 * they take longer than they may.
 */
public final class Lifetime {
  public static final int STOPPED = 0;
  public static final int FAILED = 1;

  private static final Logger LOG = LoggerFactory.getLogger(Lifetime.class);
  private static final long LOOK_MILLIS = 500;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread main = Thread.currentThread();
  private volatile boolean starting = true;
  private volatile int exitCode = STOPPED;

  /** Starts the parts of a program. */
  @FunctionalInterface
  public interface Start {
    /**
     * Starts them, each of which is given to {@link Lifetime#started} as soon as it is there.
     *
     * @return whether one of them has failed for good
     */
    BooleanSupplier start() throws Exception;
  }

  /**
   * Lives.
   *
   * @param stopTimeout how long the parts may take to stop after the process was asked to
   * @return the exit code
   * @throws Exception if a part did not start
   */
  public int run(Start start, Duration stopTimeout) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stopTimeout), "stop"));
    try {
      BooleanSupplier failed = start.start();
      starting = false;
      while (!asked.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (failed.getAsBoolean()) {
          LOG.error("event=gave_up");
          exitCode = FAILED;
          break;
        }
      }
    } catch (InterruptedException e) {
      LOG.info("event=stopped_while_starting");
    } catch (Exception e) {
      if (asked.getCount() > 0) {
        exitCode = FAILED;
        throw e;
      }
      LOG.info("event=stopped_while_starting", e);
    } finally {
      // What the hook interrupted is over; closing must not be.
      Thread.interrupted();
      closeParts();
      stopped.countDown();
    }
    return exitCode;
  }

  /** A part that is to be closed when the program stops. */
  public <T extends AutoCloseable> T started(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Runs when the virtual machine ends, because it was asked to or because the program has ended.
   * Only halting here gives the exit code that says how the stop went.
   */
  private void stop(Duration timeout) {
    if (stopped.getCount() == 0) {
      return;
    }
    LOG.info("event=asked_to_stop");
    asked.countDown();
    if (starting) {
      main.interrupt();
    }
    try {
      if (stopped.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("event=stopped");
        Runtime.getRuntime().halt(exitCode);
      }
    } catch (InterruptedException e) {
      LOG.error("event=interrupted_while_stopping", e);
    }
    LOG.error("event=not_stopped_in_time after_s={}", timeout.toSeconds());
    Runtime.getRuntime().halt(FAILED);
  }

  private void closeParts() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      long begun = System.nanoTime();
      try {
        part.close();
        LOG.info(
            "event=part_closed part={} ms={}",
            part.getClass().getSimpleName(),
            (System.nanoTime() - begun) / 1_000_000);
      } catch (Exception e) {
        exitCode = FAILED;
        LOG.error("event=part_not_closed part={}", part.getClass().getSimpleName(), e);
      }
    }
  }
}
