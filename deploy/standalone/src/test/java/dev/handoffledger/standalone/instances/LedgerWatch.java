package dev.handoffledger.standalone.instances;

import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Notes when each artifact can be read in the ledger. */
final class LedgerWatch implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, Long> seen = new ConcurrentHashMap<>();
  private final Thread reader = new Thread(this::read, "ledger-watch");

  LedgerWatch(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(Topics.LEDGER).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    reader.start();
  }

  private void read() {
    try {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          byte[] fact = record.headers().lastHeader(HandoffHeaders.FACT).value();
          if ("recorded".equals(new String(fact, StandardCharsets.UTF_8))) {
            seen.putIfAbsent(Sha256.hex(record.value()), System.nanoTime());
          }
        }
      }
    } catch (WakeupException e) {
      consumer.close();
    }
  }

  /** By SHA-256 of the artifact, when it was first read. */
  Map<String, Long> seen() {
    return seen;
  }

  @Override
  public void close() throws InterruptedException {
    consumer.wakeup();
    reader.join();
  }
}
