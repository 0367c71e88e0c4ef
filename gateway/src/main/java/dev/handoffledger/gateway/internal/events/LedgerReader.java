package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the ledger from one position to another: each partition's facts in their order, and of
 * several partitions the one that was recorded first comes first. So the order hangs on the log
 * alone, and whoever goes on after any fact gets those that were still to come. Not thread-safe.
 */
final class LedgerReader implements AutoCloseable {
  /** A partition that has as many facts ready is not read on. */
  private static final int ENOUGH = 500;

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  /** Offsets of a partition, both included, that the ledger no longer has. */
  record Lost(int partition, long from, long to) {}

  private final Consumer<byte[], byte[]> consumer;
  private final SortedMap<Integer, Long> taken;
  private final SortedMap<Integer, Ahead> ahead = new TreeMap<>();
  private boolean opened;

  /**
   * @param consumer of no group, which reads committed records and fails where its position is
   *     gone; closed with this
   * @param end an offset of each partition that has been written
   */
  LedgerReader(Consumer<byte[], byte[]> consumer, LedgerPosition after, LedgerPosition end) {
    this.consumer = consumer;
    this.taken = new TreeMap<>(after.offsets());
    end.offsets()
        .forEach(
            (partition, last) -> {
              long next = taken.getOrDefault(partition, -1L) + 1;
              if (next <= last) {
                ahead.put(partition, new Ahead(partition, next, last));
              }
            });
  }

  /** How far it is: everything up to here was taken, or is no fact. */
  LedgerPosition position() {
    return new LedgerPosition(taken);
  }

  /**
   * Makes ready what comes next.
   *
   * @throws NotAvailableException if Kafka does not give it in time
   */
  void fill() {
    try {
      open();
      long deadline = System.nanoTime() + AT_MOST.toNanos();
      while (ahead.values().stream().anyMatch(Ahead::isNeeded)) {
        if (read()) {
          deadline = System.nanoTime() + AT_MOST.toNanos();
        } else if (System.nanoTime() - deadline > 0) {
          throw new NotAvailableException("the ledger did not give its history in time", null);
        }
      }
    } catch (KafkaException e) {
      throw new NotAvailableException("the ledger cannot be read", e);
    }
  }

  /** Takes what was lost before the next fact, of those made ready. */
  Optional<Lost> takeLost() {
    for (Ahead partition : ahead.values()) {
      if (partition.lost != null && partition.events.isEmpty()) {
        Lost lost = partition.lost;
        partition.lost = null;
        taken.put(lost.partition(), lost.to());
        return Optional.of(lost);
      }
    }
    return Optional.empty();
  }

  /** The next fact, of those made ready; empty at the end. */
  Optional<LedgerEvent> peek() {
    return next().map(partition -> partition.events.getFirst());
  }

  /** Takes the next fact. */
  void take() {
    Ahead partition = next().orElseThrow();
    LedgerEvent event = partition.events.removeFirst();
    taken.put(partition.number, partition.events.isEmpty() ? partition.read - 1 : event.offset());
  }

  private Optional<Ahead> next() {
    return ahead.values().stream()
        .filter(partition -> !partition.events.isEmpty())
        .min(Comparator.comparing(Ahead::recordedAt));
  }

  private void open() {
    if (!opened) {
      consumer.assign(ahead.values().stream().map(Ahead::topicPartition).toList());
      ahead
          .values()
          .forEach(partition -> consumer.seek(partition.topicPartition(), partition.read));
      skipLost(ahead.values());
      opened = true;
    }
  }

  private void skipLost(Collection<Ahead> partitions) {
    Map<TopicPartition, Long> beginnings =
        consumer.beginningOffsets(partitions.stream().map(Ahead::topicPartition).toList());
    for (Ahead partition : partitions) {
      long beginning = beginnings.get(partition.topicPartition());
      if (beginning > partition.read) {
        long to = Math.min(beginning - 1, partition.last);
        partition.lost = new Lost(partition.number, partition.read, to);
        partition.read = to + 1;
        consumer.seek(partition.topicPartition(), beginning);
      }
    }
  }

  /** Reads on, and says whether it came further. */
  private boolean read() {
    List<Ahead> reading = new ArrayList<>();
    for (Ahead partition : ahead.values()) {
      if (partition.read > partition.last || partition.events.size() >= ENOUGH) {
        consumer.pause(List.of(partition.topicPartition()));
      } else {
        consumer.resume(List.of(partition.topicPartition()));
        reading.add(partition);
      }
    }
    ConsumerRecords<byte[], byte[]> records;
    try {
      records = consumer.poll(POLL);
    } catch (OffsetOutOfRangeException e) {
      skipLost(reading);
      return true;
    }
    boolean further = false;
    for (Ahead partition : reading) {
      partition.add(records.records(partition.topicPartition()));
      long position = Math.min(consumer.position(partition.topicPartition()), partition.last + 1);
      further |= position > partition.read;
      partition.read = position;
      if (partition.events.isEmpty() && partition.lost == null) {
        taken.put(partition.number, position - 1);
      }
    }
    return further;
  }

  @Override
  public void close() {
    consumer.close();
  }

  /** What of a partition has been read and not been taken. */
  private static final class Ahead {
    private final int number;
    private final long last;
    private final Deque<LedgerEvent> events = new ArrayDeque<>();
    private long read;
    private Lost lost;

    Ahead(int number, long next, long last) {
      this.number = number;
      this.last = last;
      this.read = next;
    }

    TopicPartition topicPartition() {
      return new TopicPartition(Topics.LEDGER, number);
    }

    boolean isNeeded() {
      return events.isEmpty() && lost == null && read <= last;
    }

    Instant recordedAt() {
      return events.getFirst().fact().recordedAt();
    }

    void add(List<ConsumerRecord<byte[], byte[]>> records) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record.offset() <= last) {
          EventReader.event(record).ifPresent(events::add);
        }
      }
    }
  }
}
