package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topics of the projections, as they are when these start.
 *
 * @param ledgerEnds by partition of the ledger, the offset of its last committed record; without
 *     those that have none
 */
record LedgerTopics(int ledgerPartitions, int rejectedPartitions, Map<Integer, Long> ledgerEnds) {
  private static final Duration AT_MOST = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(500);

  LedgerTopics {
    ledgerEnds = Map.copyOf(ledgerEnds);
  }

  /**
   * Asks Kafka.
   *
   * @param consumerSettings of a consumer that reads committed records
   * @param packets whether packets will be written
   * @throws IllegalStateException if a topic does not exist
   * @throws NotAvailableException if Kafka does not answer
   */
  static LedgerTopics describe(Map<String, Object> consumerSettings, boolean packets) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            consumerSettings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> ledger = partitions(consumer, Topics.LEDGER);
      int rejected = partitions(consumer, Topics.REJECTED).size();
      if (packets) {
        partitions(consumer, Topics.PACKETS);
      }
      return new LedgerTopics(ledger.size(), rejected, ends(consumer, ledger));
    } catch (KafkaException e) {
      throw new NotAvailableException("Kafka does not say how far the ledger goes", e);
    }
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<byte[], byte[]> consumer, String topic) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic, AT_MOST);
    if (partitions == null || partitions.isEmpty()) {
      throw new IllegalStateException(
          "the topic %s must be there before the projections start: provision the ledger"
              .formatted(topic));
    }
    return partitions.stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private static Map<Integer, Long> ends(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> ledger) {
    long deadline = System.nanoTime() + AT_MOST.toNanos();
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(ledger, AT_MOST);
    Map<TopicPartition, Long> ends = consumer.endOffsets(ledger, AT_MOST);
    Map<Integer, Long> last = new HashMap<>();
    for (TopicPartition partition : ledger) {
      lastRecord(consumer, partition, begins.get(partition), ends.get(partition), deadline)
          .ifPresent(offset -> last.put(partition.partition(), offset));
    }
    return last;
  }

  /**
   * The last record of a partition. The offsets before its end may be marks of transactions, which
   * are no records, so it is looked for further and further back.
   */
  private static OptionalLong lastRecord(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long begin,
      long end,
      long deadline) {
    consumer.assign(List.of(partition));
    long from = end;
    for (long back = 1; from > begin; back *= 2) {
      from = Math.max(begin, end - back);
      consumer.seek(partition, from);
      OptionalLong last = lastBefore(consumer, partition, end, deadline);
      if (last.isPresent()) {
        return last;
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong lastBefore(
      KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long end, long deadline) {
    OptionalLong last = OptionalLong.empty();
    while (consumer.position(partition) < end) {
      if (System.nanoTime() - deadline >= 0) {
        throw new NotAvailableException("Kafka does not say in time how far the ledger goes", null);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        if (record.offset() < end) {
          last = OptionalLong.of(record.offset());
        }
      }
    }
    return last;
  }
}
