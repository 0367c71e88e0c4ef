package dev.handoffledger.bench.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Every record that an application wrote while it worked on some artifacts. */
final class WrittenRecords {
  private static final Duration POLL = Duration.ofMillis(200);

  private final List<WrittenRecord> records;

  private WrittenRecords(List<WrittenRecord> records) {
    this.records = records;
  }

  /** A record and where it stands. */
  record WrittenRecord(
      String topic, int partition, byte[] key, byte[] value, Headers headers, long timestamp) {

    /** What is in it: key, value and headers. */
    int bytes() {
      int bytes = (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
      for (Header header : headers) {
        bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
      }
      return bytes;
    }
  }

  /**
   * How much was written.
   *
   * @param bytes of keys, values and headers, before compression
   */
  record Volume(long records, long bytes) {
    Volume plus(Volume other) {
      return new Volume(records + other.records, bytes + other.bytes);
    }
  }

  /** Reads what stands between two ends of partitions. */
  static WrittenRecords between(
      Inputs inputs, Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    List<WrittenRecord> records = new ArrayList<>();
    Map<TopicPartition, Long> grown = new HashMap<>(to);
    grown.entrySet().removeIf(end -> end.getValue() <= from.getOrDefault(end.getKey(), 0L));
    try (KafkaConsumer<byte[], byte[]> consumer = inputs.consumer(Map.of())) {
      consumer.assign(grown.keySet());
      grown.keySet().forEach(part -> consumer.seek(part, from.getOrDefault(part, 0L)));
      while (!Inputs.reached(consumer, grown)) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.offset() < grown.get(new TopicPartition(record.topic(), record.partition()))) {
            records.add(
                new WrittenRecord(
                    record.topic(),
                    record.partition(),
                    record.key(),
                    record.value(),
                    record.headers(),
                    record.timestamp()));
          }
        }
      }
    }
    return new WrittenRecords(records);
  }

  List<WrittenRecord> records() {
    return records;
  }

  /** How much was written to each topic, under a name of it. */
  SortedMap<String, Volume> byTopic(UnaryOperator<String> name) {
    SortedMap<String, Volume> volumes = new TreeMap<>();
    for (WrittenRecord record : records) {
      volumes.merge(name.apply(record.topic()), new Volume(1, record.bytes()), Volume::plus);
    }
    return volumes;
  }
}
