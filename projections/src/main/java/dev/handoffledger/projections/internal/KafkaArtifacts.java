package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads single records of the ledger topic, one reader at a time. */
final class KafkaArtifacts implements LedgerArtifacts, AutoCloseable {
  private final Map<String, Object> consumerSettings;
  private final Duration atMost;
  private final ProjectionCounters counters;
  private final ReentrantLock turn = new ReentrantLock();
  private KafkaConsumer<byte[], byte[]> consumer;
  private boolean closed;

  /**
   * @param atMost how long a read may take, the wait for other readers included
   */
  KafkaArtifacts(
      Map<String, Object> consumerSettings, Duration atMost, ProjectionCounters counters) {
    this.consumerSettings = Map.copyOf(consumerSettings);
    this.atMost = atMost;
    this.counters = counters;
  }

  @Override
  public byte[] read(int partition, long offset) {
    long deadline = System.nanoTime() + atMost.toNanos();
    takeTurn();
    try {
      return read(new TopicPartition(Topics.LEDGER, partition), offset, deadline);
    } catch (KafkaException e) {
      throw new NotAvailableException("the ledger cannot be read", e);
    } finally {
      turn.unlock();
    }
  }

  private void takeTurn() {
    try {
      if (!turn.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new NotAvailableException("too many artifacts are being fetched", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotAvailableException("interrupted while waiting to fetch an artifact", e);
    }
  }

  private byte[] read(TopicPartition partition, long offset, long deadline) {
    if (closed) {
      throw new NotAvailableException("the projections are closed", null);
    }
    if (consumer == null) {
      consumer =
          new KafkaConsumer<>(
              consumerSettings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    while (true) {
      long remaining = deadline - System.nanoTime();
      if (remaining <= 0) {
        throw new NotAvailableException("the ledger did not give an artifact in time", null);
      }
      for (ConsumerRecord<byte[], byte[]> record :
          consumer.poll(Duration.ofNanos(remaining)).records(partition)) {
        if (record.offset() == offset) {
          counters.fetchedBody();
          return record.value();
        }
        throw new IllegalStateException("the ledger has lost a record");
      }
    }
  }

  @Override
  public void close() {
    turn.lock();
    try {
      closed = true;
      if (consumer != null) {
        consumer.close();
      }
    } finally {
      turn.unlock();
    }
  }
}
