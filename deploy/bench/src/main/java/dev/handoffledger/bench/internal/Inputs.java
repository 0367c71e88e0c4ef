package dev.handoffledger.bench.internal;

import dev.handoffledger.bench.internal.Artifacts.Artifact;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes artifacts to the inbound topics, and reads topics, with Kafka's plain clients. */
final class Inputs implements AutoCloseable {
  private static final int LINGER_MS = 5;
  private static final int POLL_RECORDS = 5_000;
  private static final Duration POLL = Duration.ofMillis(200);

  private final Cluster cluster;
  private final KafkaProducer<byte[], byte[]> producer;

  Inputs(Cluster cluster) {
    this.cluster = cluster;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "linger.ms",
                LINGER_MS,
                "compression.type",
                "lz4"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /**
   * Publishes artifacts and waits until all have arrived.
   *
   * @return how long that took, making them left out
   */
  Duration publish(Collection<Artifact> artifacts) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(artifacts.size());
    for (Artifact artifact : artifacts) {
      records.add(record(artifact));
    }
    AtomicReference<Exception> failure = new AtomicReference<>();
    long start = System.nanoTime();
    for (ProducerRecord<byte[], byte[]> record : records) {
      producer.send(
          record,
          (metadata, e) -> {
            if (e != null) {
              failure.compareAndSet(null, e);
            }
          });
    }
    producer.flush();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    if (failure.get() != null) {
      throw new IllegalStateException("an artifact was not published", failure.get());
    }
    return took;
  }

  /** The record that publishes an artifact. */
  ProducerRecord<byte[], byte[]> record(Artifact artifact) {
    return new ProducerRecord<>(
        artifact.topic(),
        SessionPartitioner.partition(artifact.session(), cluster.partitions()),
        artifact.session().getBytes(StandardCharsets.UTF_8),
        artifact.bytes());
  }

  /** What a consumer read. */
  record Consumed(long records, Duration took) {
    double perSecond() {
      return records / (took.toNanos() / 1e9);
    }
  }

  /** Reads partitions from their beginning to these ends. */
  Consumed consume(Map<TopicPartition, Long> ends) {
    long records = 0;
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      long start = System.nanoTime();
      while (!reached(consumer, ends)) {
        records += consumer.poll(POLL).count();
      }
      return new Consumed(records, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /** A consumer of committed records without a group. */
  KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> further) {
    Map<String, Object> settings = new HashMap<>(further);
    settings.put("bootstrap.servers", cluster.bootstrapServers());
    settings.put("isolation.level", "read_committed");
    settings.put("enable.auto.commit", false);
    settings.putIfAbsent("max.poll.records", POLL_RECORDS);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  static boolean reached(KafkaConsumer<?, ?> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  @Override
  public void close() {
    producer.close();
  }
}
