package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import jakarta.servlet.ServletOutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All clients that are told of events. */
public final class EventStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
  private static final int THREADS = 4;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  /** How many clients there may be at once. */
  private static final int MOST = 2_000;

  private final LedgerEvents events;
  private final LedgerQueries queries;
  private final HandoffTags tags;
  private final Function<LedgerEvent, byte[]> data;
  private final Duration heartbeat;
  private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final ScheduledExecutorService executor;
  private final Thread waker = new Thread(this::wakeAll, "events-waker");
  private volatile boolean closed;

  /**
   * @param json writes the JSON of a fact, given the kind and the roles of its handoff
   * @param heartbeat how often a client hears something while there are no events for it
   */
  public EventStreams(
      LedgerEvents events, LedgerQueries queries, EventJson json, Duration heartbeat) {
    this.events = events;
    this.queries = queries;
    this.tags = new HandoffTags(queries);
    this.data =
        event -> {
          HandoffTags.Tags known = event.tags(tags);
          return json.write(event.view(), known.kind(), known.roles());
        };
    this.heartbeat = heartbeat;
    AtomicInteger number = new AtomicInteger();
    this.executor =
        Executors.newScheduledThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "events-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    this.waker.setDaemon(true);
  }

  public void start() {
    waker.start();
    executor.scheduleAtFixedRate(
        () -> streams.forEach(EventStream::heartbeat),
        heartbeat.toMillis(),
        heartbeat.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** How many clients there are now. */
  public int count() {
    return count.get();
  }

  /** Whether there is room for another client. */
  public boolean hasRoom() {
    return !closed && count.get() < MOST;
  }

  /**
   * The end of the ledger, where a client starts that does not say where.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say
   */
  public LedgerPosition end() {
    return events.end();
  }

  /**
   * The position that an event's id tells.
   *
   * @throws IllegalArgumentException if it is no id of an event of this ledger
   */
  public LedgerPosition position(String id) {
    return events.position(id);
  }

  /**
   * Tells a client of events from a position on.
   *
   * @param out of a request for which asynchronous work was started; it is written to from now on
   * @return completes when the client is gone or this is closed
   */
  public CompletableFuture<Void> open(
      ServletOutputStream out, EventFilter filter, LedgerPosition after) {
    EventStream stream =
        new EventStream(new EventCursor(events, tags, queries, filter, after, data), out, executor);
    streams.add(stream);
    count.incrementAndGet();
    CompletableFuture<Void> ended =
        stream
            .ended()
            .handle(
                (nothing, failure) -> {
                  streams.remove(stream);
                  count.decrementAndGet();
                  if (failure != null) {
                    LOG.debug("an event stream was cut off", failure);
                  }
                  return null;
                });
    out.setWriteListener(stream);
    if (closed) {
      stream.end();
    }
    return ended;
  }

  private void wakeAll() {
    while (!closed) {
      try {
        if (events.awaitNews()) {
          streams.forEach(EventStream::wake);
        }
      } catch (InterruptedException e) {
        return;
      } catch (NotAvailableException e) {
        LOG.debug("cannot look for events now", e);
      }
    }
  }

  /** Ends every stream, so that its client comes back, to this gateway or another. */
  @Override
  public void close() {
    closed = true;
    waker.interrupt();
    streams.forEach(EventStream::end);
    executor.shutdown();
    events.close();
    try {
      if (!executor.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("event streams are still being written to");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
