package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads what happened long ago from the ledger topic, in pieces that are kept for a while, since
 * clients that were cut off together come back together.
 */
final class LedgerHistory implements AutoCloseable {
  private static final int PIECE = 512;
  private static final int PIECES_KEPT = 48;
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  private record PieceKey(int partition, long number) {}

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Map<PieceKey, Stretch> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PieceKey, Stretch> eldest) {
          return size() > PIECES_KEPT;
        }
      };
  private final Object reading = new Object();
  // Guarded by reading.
  private Consumer<byte[], byte[]> consumer;
  private boolean closed;

  /**
   * @param consumers makes a consumer without a group that reads committed records, and fails where
   *     its position is gone
   */
  LedgerHistory(Supplier<Consumer<byte[], byte[]>> consumers) {
    this.consumers = consumers;
  }

  /**
   * What a partition has from an offset on, at least one offset of it.
   *
   * @param upTo an offset that has been written, at least {@code from}; not much beyond it is read
   * @throws NotAvailableException if Kafka does not give it in time
   */
  Stretch read(int partition, long from, long upTo) {
    PieceKey key = new PieceKey(partition, from / PIECE);
    Stretch piece = kept(key);
    if (piece == null) {
      synchronized (reading) {
        piece = kept(key);
        if (piece == null) {
          piece = load(key, upTo);
        }
      }
    }
    return from(piece, from, key.number() * PIECE);
  }

  private Stretch kept(PieceKey key) {
    synchronized (kept) {
      return kept.get(key);
    }
  }

  private static Stretch from(Stretch piece, long from, long start) {
    List<LedgerEvent> events =
        piece.events().stream().filter(event -> event.offset() >= from).toList();
    long lostBefore = start + piece.lost();
    return new Stretch(events, piece.next(), Math.max(0, lostBefore - from));
  }

  // Called with the lock.
  private Stretch load(PieceKey key, long upTo) {
    long start = key.number() * PIECE;
    long end = start + PIECE;
    TopicPartition partition = new TopicPartition(Topics.LEDGER, key.partition());
    try {
      Consumer<byte[], byte[]> source = consumer();
      source.assign(List.of(partition));
      long beginning = source.beginningOffsets(List.of(partition)).get(partition);
      if (beginning >= end) {
        return new Stretch(List.of(), end, beginning - start);
      }
      source.seek(partition, Math.max(start, beginning));
      Stretch piece = read(source, partition, start, end, upTo, Math.max(0, beginning - start));
      if (piece.next() == end) {
        synchronized (kept) {
          kept.put(key, piece);
        }
      }
      return piece;
    } catch (KafkaException e) {
      forget();
      throw new NotAvailableException("the ledger cannot be read", e);
    }
  }

  private static Stretch read(
      Consumer<byte[], byte[]> source,
      TopicPartition partition,
      long start,
      long end,
      long upTo,
      long lost) {
    List<LedgerEvent> events = new ArrayList<>();
    long deadline = System.nanoTime() + AT_MOST.toNanos();
    while (source.position(partition) < Math.min(end, upTo + 1)) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new NotAvailableException("the ledger did not give its history in time", null);
      }
      for (ConsumerRecord<byte[], byte[]> record : source.poll(Duration.ofNanos(left))) {
        if (record.offset() < end) {
          EventReader.event(record).ifPresent(events::add);
        }
      }
    }
    return new Stretch(events, Math.min(end, source.position(partition)), lost);
  }

  /**
   * How many partitions the ledger has.
   *
   * @throws NotAvailableException if Kafka does not say
   */
  int partitions() {
    synchronized (reading) {
      try {
        return consumer().partitionsFor(Topics.LEDGER).size();
      } catch (KafkaException e) {
        forget();
        throw new NotAvailableException("the ledger cannot be read", e);
      }
    }
  }

  /**
   * The last offset of each partition that a client may wait for the next after.
   *
   * @throws NotAvailableException if Kafka does not say
   */
  LedgerPosition end(int partitions) {
    synchronized (reading) {
      try {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        consumer()
            .endOffsets(partitions(partitions))
            .forEach(
                (partition, end) -> {
                  if (end > 0) {
                    offsets.put(partition.partition(), end - 1);
                  }
                });
        return new LedgerPosition(offsets);
      } catch (KafkaException e) {
        forget();
        throw new NotAvailableException("the ledger cannot be read", e);
      }
    }
  }

  /**
   * The position that its text tells.
   *
   * @throws IllegalArgumentException if it is no position of this ledger
   * @throws NotAvailableException if Kafka does not say how far the ledger goes
   */
  LedgerPosition position(String text, int partitions) {
    LedgerPosition position = LedgerPosition.parse(text);
    boolean isHere =
        position.offsets().keySet().stream()
            .allMatch(partition -> partition >= 0 && partition < partitions);
    if (text.isEmpty() || !isHere || !end(partitions).reaches(position)) {
      throw new IllegalArgumentException("not a position of this ledger");
    }
    return position;
  }

  /**
   * The position before which nothing was recorded at a time or after it.
   *
   * @throws NotAvailableException if Kafka does not say
   */
  LedgerPosition before(Instant time, int partitions) {
    Map<TopicPartition, Long> asked = new HashMap<>();
    partitions(partitions).forEach(partition -> asked.put(partition, time.toEpochMilli()));
    synchronized (reading) {
      try {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        Map<TopicPartition, Long> ends = consumer().endOffsets(asked.keySet());
        consumer()
            .offsetsForTimes(asked)
            .forEach(
                (partition, first) -> {
                  long next = first == null ? ends.get(partition) : first.offset();
                  if (next > 0) {
                    offsets.put(partition.partition(), next - 1);
                  }
                });
        return new LedgerPosition(offsets);
      } catch (KafkaException e) {
        forget();
        throw new NotAvailableException("the ledger cannot be read", e);
      }
    }
  }

  private static List<TopicPartition> partitions(int count) {
    return IntStream.range(0, count)
        .mapToObj(partition -> new TopicPartition(Topics.LEDGER, partition))
        .toList();
  }

  // Called with the lock.
  private Consumer<byte[], byte[]> consumer() {
    if (closed) {
      throw new NotAvailableException("the gateway stops", null);
    }
    if (consumer == null) {
      consumer = consumers.get();
    }
    return consumer;
  }

  // Called with the lock.
  private void forget() {
    if (consumer != null) {
      consumer.close();
      consumer = null;
    }
  }

  @Override
  public void close() {
    synchronized (reading) {
      closed = true;
      forget();
    }
  }
}
