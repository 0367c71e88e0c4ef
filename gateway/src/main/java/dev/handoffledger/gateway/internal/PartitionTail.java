package dev.handoffledger.gateway.internal;

import dev.handoffledger.gateway.ReadinessPart;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one partition of one topic for as long as the process lives, on a thread of its own.
 *
 * <p>A lost connection is made again, and reading goes on at the record after the last one that was
 * handed over, so that none is missed and none seen twice. How it stands is in {@link #readiness}.
 */
public final class PartitionTail implements AutoCloseable {

  /** What takes the records, in log order, one at a time. */
  @FunctionalInterface
  public interface RecordHandler {
    void handle(ConsumerRecord<byte[], byte[]> record);
  }

  /** Where reading starts. */
  public enum From {
    /** With the oldest record; ready once all that was there at the start has been read. */
    BEGINNING,
    /** With the first record written after the start. */
    END
  }

  private static final Logger LOG = LoggerFactory.getLogger(PartitionTail.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PROBE_AFTER = Duration.ofSeconds(5);
  private static final Duration RECONNECT_AFTER = Duration.ofSeconds(1);
  private static final long UNKNOWN = -1;

  private final String topic;
  private final IntUnaryOperator partition;
  private final From from;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final RecordHandler handler;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition progress = lock.newCondition();
  // Guarded by lock.
  private Consumer<byte[], byte[]> current;
  private long position = UNKNOWN;
  private long readyAt = UNKNOWN;
  private boolean connected;
  private String trouble = "not connected yet";

  /**
   * @param partition from the topic's number of partitions to the one to read
   * @param consumers makes a consumer without a group that starts over at the earliest record if
   *     its position is gone
   */
  public PartitionTail(
      String topic,
      IntUnaryOperator partition,
      From from,
      Supplier<Consumer<byte[], byte[]>> consumers,
      RecordHandler handler) {
    this.topic = Objects.requireNonNull(topic);
    this.partition = Objects.requireNonNull(partition);
    this.from = Objects.requireNonNull(from);
    this.consumers = Objects.requireNonNull(consumers);
    this.handler = Objects.requireNonNull(handler);
    this.thread = new Thread(this::run, "tail-" + topic);
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** How reading stands now. */
  public ReadinessPart readiness() {
    lock.lock();
    try {
      return isReady()
          ? new ReadinessPart(topic, true, "read up to offset " + position)
          : new ReadinessPart(topic, false, connected ? "reading what was there" : trouble);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the tail is ready for the first time.
   *
   * @return whether that was reached in time
   */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return await(atMost, this::isReady);
  }

  /**
   * Waits until the record at an offset has been handed over.
   *
   * @return whether that was reached in time
   */
  public boolean awaitRead(long offset, Duration atMost) throws InterruptedException {
    return await(atMost, () -> position > offset);
  }

  @Override
  public void close() {
    closed.countDown();
    lock.lock();
    try {
      if (current != null) {
        current.wakeup();
      }
    } finally {
      lock.unlock();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isReady() {
    return connected && position != UNKNOWN && position >= readyAt;
  }

  private boolean await(Duration atMost, BooleanSupplier condition) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = progress.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (!isClosed()) {
      try (Consumer<byte[], byte[]> consumer = consumers.get()) {
        become(consumer);
        tail(consumer);
      } catch (WakeupException e) {
        if (!isClosed()) {
          lost(e);
        }
      } catch (RuntimeException e) {
        lost(e);
        pause();
      } finally {
        become(null);
      }
    }
  }

  private void tail(Consumer<byte[], byte[]> consumer) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic);
    if (partitions == null || partitions.isEmpty()) {
      throw new KafkaException("there is no topic " + topic);
    }
    TopicPartition source = new TopicPartition(topic, partition.applyAsInt(partitions.size()));
    consumer.assign(List.of(source));
    seek(consumer, source);
    long probedAt = System.nanoTime();
    while (!isClosed()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      records.forEach(this::handOver);
      // Beyond the last record's offset where transaction markers follow it.
      advance(consumer.position(source));
      if (!records.isEmpty()) {
        probedAt = System.nanoTime();
      } else if (System.nanoTime() - probedAt > PROBE_AFTER.toNanos()) {
        // A poll stays silent about a broker that is gone; this question does not.
        consumer.endOffsets(List.of(source));
        probedAt = System.nanoTime();
      }
    }
  }

  private void seek(Consumer<byte[], byte[]> consumer, TopicPartition source) {
    long beginning = consumer.beginningOffsets(List.of(source)).get(source);
    long end = consumer.endOffsets(List.of(source)).get(source);
    long start;
    lock.lock();
    try {
      if (position == UNKNOWN) {
        position = from == From.END ? end : beginning;
        readyAt = end;
      }
      start = position;
      connected = true;
      progress.signalAll();
    } finally {
      lock.unlock();
    }
    consumer.seek(source, start);
    LOG.info("reading {} from offset {}", source, start);
  }

  private void handOver(ConsumerRecord<byte[], byte[]> record) {
    try {
      handler.handle(record);
    } catch (RuntimeException e) {
      // Nothing that a record holds may end the tail: whoever waits for the next one needs it.
      LOG.error(
          "passed over the record at {}-{} offset {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e);
    }
    advance(record.offset() + 1);
  }

  private void advance(long next) {
    lock.lock();
    try {
      if (next > position) {
        position = next;
        progress.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void become(Consumer<byte[], byte[]> consumer) {
    lock.lock();
    try {
      current = consumer;
      if (consumer == null) {
        connected = false;
      } else if (isClosed()) {
        consumer.wakeup();
      }
    } finally {
      lock.unlock();
    }
  }

  private void lost(RuntimeException e) {
    LOG.warn("lost {}; reading goes on once it is back", topic, e);
    lock.lock();
    try {
      connected = false;
      trouble = "cannot be read: " + LogText.escape(e.getMessage());
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void pause() {
    try {
      if (closed.await(RECONNECT_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("{} closed while it was lost", topic);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed.countDown();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }
}
