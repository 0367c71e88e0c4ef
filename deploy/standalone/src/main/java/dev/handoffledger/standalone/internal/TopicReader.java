package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.kafka.HeaderMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads whole topics as they stand now. Moves no group's cursor. */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration NO_PROGRESS_TIMEOUT = Duration.ofSeconds(30);

  private final KafkaConsumer<byte[], byte[]> consumer;

  public TopicReader(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** The names of the topics that start with a prefix. */
  public Set<String> topics(String prefix) {
    return consumer.listTopics().keySet().stream()
        .filter(topic -> topic.startsWith(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Reads every committed record that is in a topic when this is called, in the order of each
   * partition.
   *
   * @throws IllegalStateException if reading makes no progress
   */
  public void readAll(String topic, BiConsumer<TopicPartition, LedgerRecord> reader) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long lastProgress = System.nanoTime();
    long lastPosition = -1;
    while (!reached(partitions, ends)) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        reader.accept(new TopicPartition(record.topic(), record.partition()), toLedger(record));
      }
      // Positions count the markers of transactions too, which are never given as records.
      long position = partitions.stream().mapToLong(consumer::position).sum();
      if (position != lastPosition) {
        lastPosition = position;
        lastProgress = System.nanoTime();
      } else if (System.nanoTime() - lastProgress > NO_PROGRESS_TIMEOUT.toNanos()) {
        throw new IllegalStateException(
            "no progress in reading " + topic + " for " + NO_PROGRESS_TIMEOUT.toSeconds() + " s");
      }
    }
  }

  private boolean reached(Collection<TopicPartition> partitions, Map<TopicPartition, Long> ends) {
    return partitions.stream()
        .allMatch(partition -> consumer.position(partition) >= ends.get(partition));
  }

  private static LedgerRecord toLedger(ConsumerRecord<byte[], byte[]> record) {
    return new LedgerRecord(
        record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
        HeaderMap.read(record.headers()),
        record.value() == null ? new byte[0] : record.value(),
        record.timestamp());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
