package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.RejectedArtifact;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads single records with artifacts, one reader at a time. */
final class KafkaArtifacts implements LedgerArtifacts, RejectedArtifacts, AutoCloseable {
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
    return record(new TopicPartition(Topics.LEDGER, partition), offset)
        .orElseThrow(() -> new IllegalStateException("the ledger has lost a record"))
        .value();
  }

  @Override
  public Optional<RejectedArtifact> rejected(int partition, long offset) {
    return record(new TopicPartition(Topics.REJECTED, partition), offset)
        .map(
            record ->
                new RejectionRecord(
                        record.partition(),
                        record.offset(),
                        record.timestamp(),
                        record.headers(),
                        record.value())
                    .read());
  }

  private Optional<ConsumerRecord<byte[], byte[]>> record(TopicPartition partition, long offset) {
    long deadline = System.nanoTime() + atMost.toNanos();
    takeTurn();
    try {
      return read(partition, offset, deadline);
    } catch (KafkaException e) {
      throw new NotAvailableException(partition.topic() + " cannot be read", e);
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

  private Optional<ConsumerRecord<byte[], byte[]>> read(
      TopicPartition partition, long offset, long deadline) {
    if (closed) {
      throw new NotAvailableException("the projections are closed", null);
    }
    if (consumer == null) {
      consumer =
          new KafkaConsumer<>(
              consumerSettings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
    if (!isKept(partition, offset, deadline)) {
      return Optional.empty();
    }
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    // What is at an offset may be a marker of a transaction, which no consumer is given.
    while (consumer.position(partition, remaining(deadline)) <= offset) {
      for (ConsumerRecord<byte[], byte[]> record :
          consumer.poll(remaining(deadline)).records(partition)) {
        if (record.offset() == offset) {
          counters.fetchedBody();
          return Optional.of(record);
        }
      }
    }
    return Optional.empty();
  }

  private boolean isKept(TopicPartition partition, long offset, long deadline) {
    List<TopicPartition> asked = List.of(partition);
    return offset >= consumer.beginningOffsets(asked, remaining(deadline)).get(partition)
        && offset < consumer.endOffsets(asked, remaining(deadline)).get(partition);
  }

  private static Duration remaining(long deadline) {
    long nanos = deadline - System.nanoTime();
    if (nanos <= 0) {
      throw new NotAvailableException("Kafka did not give an artifact in time", null);
    }
    return Duration.ofNanos(nanos);
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
