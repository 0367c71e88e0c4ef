package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.NotAvailableException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a feed to one client whenever the client takes something and there is something for it.
 * Between two writes it holds no piece; a client that takes nothing costs nothing but its
 * connection and what its feed keeps.
 */
final class EventStream implements WriteListener {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
  private static final int WRITES_AT_ONCE = 16;
  private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(500);

  private final Feed feed;
  private final ServletOutputStream out;
  private final ScheduledExecutorService executor;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  // How often somebody asked for a step since the last one began; who makes it 1 takes the step.
  private final AtomicInteger asked = new AtomicInteger();
  private volatile boolean heartbeatDue;
  private volatile boolean ending;
  // Only touched by the step, of which there is one at a time.
  private boolean opened;
  private boolean unflushed;

  EventStream(Feed feed, ServletOutputStream out, ScheduledExecutorService executor) {
    this.feed = feed;
    this.out = out;
    this.executor = executor;
  }

  /** Completes once nothing more is written, with a failure if the client is gone. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Ends the stream after what is being written; the client may come back. */
  void end() {
    ending = true;
    wake();
  }

  void heartbeat() {
    heartbeatDue = true;
    wake();
  }

  /** Has the stream look whether there is something to write. */
  void wake() {
    if (!ended.isDone() && asked.getAndIncrement() == 0) {
      run();
    }
  }

  @Override
  public void onWritePossible() {
    wake();
  }

  @Override
  public void onError(Throwable failure) {
    ended.completeExceptionally(failure);
  }

  private void run() {
    try {
      executor.execute(this::steps);
    } catch (RejectedExecutionException e) {
      // The gateway stops.
      ended.completeExceptionally(e);
    }
  }

  private void steps() {
    int answered = asked.get();
    try {
      write();
    } catch (IOException e) {
      ended.completeExceptionally(e);
    } catch (NotAvailableException e) {
      LOG.debug("an event stream has to wait", e);
      tryAgain();
    } catch (RuntimeException e) {
      if (ended.completeExceptionally(e)) {
        LOG.error("an event stream failed", e);
      }
    }
    if (asked.addAndGet(-answered) > 0) {
      run();
    }
  }

  private void tryAgain() {
    try {
      executor.schedule(this::wake, TRY_AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The gateway stops.
      ended.completeExceptionally(e);
    }
  }

  private void write() throws IOException {
    for (int write = 0; !isOver() && out.isReady(); write++) {
      if (write == WRITES_AT_ONCE) {
        // It is another client's turn.
        asked.incrementAndGet();
        return;
      }
      if (unflushed) {
        unflushed = false;
        out.flush();
      } else {
        byte[] piece = next();
        if (piece.length == 0) {
          return;
        }
        unflushed = true;
        out.write(piece);
      }
    }
  }

  private boolean isOver() {
    if (ending) {
      ended.complete(null);
    }
    return ended.isDone();
  }

  private byte[] next() {
    if (!opened) {
      opened = true;
      return feed.opening();
    }
    byte[] piece = feed.next();
    if (piece.length == 0 && feed.isOver()) {
      ended.complete(null);
    } else if (piece.length == 0 && heartbeatDue) {
      piece = feed.heartbeat();
    }
    if (piece.length > 0) {
      heartbeatDue = false;
    }
    return piece;
  }
}
