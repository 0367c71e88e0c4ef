package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import jakarta.servlet.ServletOutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All clients to whom the ledger is replayed. Each reads Kafka by a consumer of its own, without a
 * group, so that none moves a cursor or keeps those waiting who are told of what is new.
 */
public final class Replays implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Replays.class);
  private static final int THREADS = 2;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  /** How many there may be at once: each keeps some 1,000 facts of every partition. */
  private static final int MOST = 8;

  private final LedgerQueries queries;
  private final HandoffTags tags;
  private final LedgerHistory history;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final ReplayJson json;
  private final Duration heartbeat;
  private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final ScheduledExecutorService executor;
  private volatile int partitions;
  private volatile boolean closed;

  /**
   * @param consumers makes a consumer without a group that reads committed records and fails where
   *     its position is gone
   * @param heartbeat how often a client hears something while nothing else is told
   */
  public Replays(
      LedgerQueries queries,
      Supplier<Consumer<byte[], byte[]>> consumers,
      ReplayJson json,
      Duration heartbeat) {
    this.queries = queries;
    this.tags = new HandoffTags(queries);
    this.history = new LedgerHistory(consumers);
    this.consumers = consumers;
    this.json = json;
    this.heartbeat = heartbeat;
    AtomicInteger number = new AtomicInteger();
    this.executor =
        Executors.newScheduledThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "replay-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Makes it ready to replay.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say how many
   *     partitions the ledger has
   */
  public void start() {
    partitions = history.partitions();
    executor.scheduleAtFixedRate(
        () -> streams.forEach(EventStream::heartbeat),
        heartbeat.toMillis(),
        heartbeat.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Whether there is room for another client. */
  public boolean hasRoom() {
    return !closed && count.get() < MOST;
  }

  /**
   * The position that a text tells.
   *
   * @throws IllegalArgumentException if it is no position of this ledger
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say how far the
   *     ledger goes
   */
  public LedgerPosition position(String text) {
    return history.position(text, partitions);
  }

  /**
   * Whether a position tells of every partition that has a fact. One that projections give may not,
   * while a partition moves from one instance to another: a replay up to there would leave its
   * facts out.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say
   */
  public boolean isOfAllPartitions(LedgerPosition position) {
    SortedMap<Integer, Long> others = new TreeMap<>(history.end(partitions).offsets());
    others.keySet().removeAll(position.offsets().keySet());
    // What aborted transactions left is no fact, and no projection has read it.
    return others.entrySet().stream().noneMatch(end -> hasFacts(end.getKey(), end.getValue()));
  }

  private boolean hasFacts(int partition, long last) {
    long next = 0;
    while (next <= last) {
      Stretch stretch = history.read(partition, next, last);
      if (!stretch.events().isEmpty()) {
        return true;
      }
      next = stretch.next();
    }
    return false;
  }

  /**
   * Replays facts to a client.
   *
   * @param out of a request for which asynchronous work was started; it is written to from now on
   * @param after the position after which it starts
   * @param end the position with which it ends, which the projections have read
   * @return completes when all is told, the client is gone or this is closed
   */
  public CompletableFuture<Void> open(
      ServletOutputStream out, EventFilter filter, LedgerPosition after, LedgerPosition end) {
    LedgerPosition start =
        filter.times().since() == null
            ? after
            : greatest(after, history.before(filter.times().since(), partitions), end);
    LedgerReplay replay =
        new LedgerReplay(
            new LedgerReader(consumers.get(), start, end), tags, queries, filter, json);
    EventStream stream = new EventStream(replay, out, executor);
    streams.add(stream);
    count.incrementAndGet();
    CompletableFuture<Void> ended =
        stream
            .ended()
            .handle(
                (nothing, failure) -> {
                  streams.remove(stream);
                  count.decrementAndGet();
                  close(replay);
                  if (failure != null) {
                    LOG.debug("a replay was cut off", failure);
                  }
                  return null;
                });
    out.setWriteListener(stream);
    if (closed) {
      stream.end();
    }
    return ended;
  }

  /** On a thread that may wait for what is being read. */
  private void close(LedgerReplay replay) {
    try {
      executor.execute(replay::close);
    } catch (RejectedExecutionException e) {
      // The gateway stops.
      replay.close();
    }
  }

  /** As far as one of two positions, and no further than the end. */
  private static LedgerPosition greatest(
      LedgerPosition after, LedgerPosition before, LedgerPosition end) {
    SortedMap<Integer, Long> offsets = new TreeMap<>(after.offsets());
    before
        .offsets()
        .forEach(
            (partition, offset) -> {
              long most = Math.min(offset, end.offsets().getOrDefault(partition, -1L));
              if (most >= 0) {
                offsets.merge(partition, most, Math::max);
              }
            });
    return new LedgerPosition(offsets);
  }

  /** Cuts every replay off, so that its client goes on with it at another gateway. */
  @Override
  public void close() {
    closed = true;
    streams.forEach(EventStream::end);
    executor.shutdown();
    history.close();
    try {
      if (!executor.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("replays are still being written");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
