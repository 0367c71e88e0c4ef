package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of the ledger, new and old, as far as the projections have read: whoever is told of an
 * event can ask about it.
 */
public final class LedgerEvents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerEvents.class);
  private static final int KEPT_PER_PARTITION = 5_000;
  private static final int READ_AT_ONCE = 500;
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);
  private static final Duration PROJECTIONS_WAIT = Duration.ofSeconds(1);

  private final LedgerQueries queries;
  private final LedgerHistory history;
  private final Object news = new Object();
  // Guarded by news.
  private boolean grown;
  private boolean closed;
  private volatile List<RecentEvents> recent = List.of();
  private volatile LedgerPosition told = LedgerPosition.START;

  /**
   * @param consumers makes a consumer without a group that reads committed records
   */
  public LedgerEvents(LedgerQueries queries, Supplier<Consumer<byte[], byte[]>> consumers) {
    this.queries = queries;
    this.history = new LedgerHistory(consumers);
  }

  /**
   * Makes it ready to take records.
   *
   * @return how many partitions the ledger has
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say
   */
  public int start() {
    int partitions = history.partitions();
    recent = Stream.generate(() -> new RecentEvents(KEPT_PER_PARTITION)).limit(partitions).toList();
    return partitions;
  }

  /** Takes the next record of a partition. */
  public void add(ConsumerRecord<byte[], byte[]> record) {
    EventReader.event(record)
        .ifPresent(
            event -> {
              recent.get(record.partition()).add(event);
              synchronized (news) {
                grown = true;
                news.notifyAll();
              }
            });
  }

  int partitions() {
    return recent.size();
  }

  /**
   * Where somebody starts who asks for what is new: where the projections are, so that nothing is
   * between what they answer and what is told. The end in Kafka may be the marker of a transaction,
   * which no projection reaches; it stands for partitions that they do not tell of.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say
   */
  LedgerPosition end() {
    SortedMap<Integer, Long> offsets = new TreeMap<>(history.end(partitions()).offsets());
    offsets.putAll(queries.position().offsets());
    return new LedgerPosition(offsets);
  }

  /**
   * The position that the id of an event tells.
   *
   * @throws IllegalArgumentException if it is no position of this ledger
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not say
   */
  LedgerPosition position(String id) {
    return history.position(id, partitions());
  }

  /**
   * Waits a moment for events that were not there before, then lets {@link #read} give what the
   * projections have read by then.
   *
   * @return whether there may be something to read that could not be read before
   */
  boolean awaitNews() throws InterruptedException {
    synchronized (news) {
      if (!grown && !closed) {
        news.wait(LOOK_INTERVAL.toMillis());
      }
      grown = false;
    }
    LedgerPosition before = told;
    if (!before.reaches(newest()) && !queries.waitFor(newest(), PROJECTIONS_WAIT)) {
      LOG.debug("the projections are behind; events wait for them");
    }
    told = queries.position();
    return !before.equals(told);
  }

  private LedgerPosition newest() {
    SortedMap<Integer, Long> offsets = new TreeMap<>();
    for (int partition = 0; partition < recent.size(); partition++) {
      long newest = recent.get(partition).newest();
      if (newest >= 0) {
        offsets.put(partition, newest);
      }
    }
    return new LedgerPosition(offsets);
  }

  /**
   * What a partition has from an offset on, as far as may be told now.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not give it in time
   */
  Stretch read(int partition, long from) {
    long upTo = told.offsets().getOrDefault(partition, -1L);
    if (from > upTo) {
      return Stretch.nothing(from);
    }
    Optional<Stretch> found = recent.get(partition).read(from, upTo, READ_AT_ONCE);
    return found.orElseGet(() -> upTo(history.read(partition, from, upTo), upTo));
  }

  /** Leaves out what the projections have not read, which was there to be read in one piece. */
  private static Stretch upTo(Stretch stretch, long upTo) {
    if (stretch.next() <= upTo + 1) {
      return stretch;
    }
    List<LedgerEvent> events =
        stretch.events().stream().filter(event -> event.offset() <= upTo).toList();
    return new Stretch(events, upTo + 1, stretch.lost());
  }

  @Override
  public void close() {
    synchronized (news) {
      closed = true;
      news.notifyAll();
    }
    history.close();
  }
}
