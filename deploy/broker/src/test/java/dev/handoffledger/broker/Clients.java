package dev.handoffledger.broker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Plain Kafka clients, mostly on topics of one partition. */
final class Clients {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private Clients() {}

  static Admin admin(String bootstrapServers) {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  static KafkaProducer<byte[], byte[]> producer(
      String bootstrapServers, Map<String, String> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("bootstrap.servers", bootstrapServers);
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Creates a topic of one partition and returns once it takes records. */
  static void createTopic(String bootstrapServers, String topic) throws Exception {
    createTopic(bootstrapServers, topic, 1);
  }

  static void createTopic(String bootstrapServers, String topic, int partitions) throws Exception {
    try (Admin admin = admin(bootstrapServers)) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }
    try (KafkaProducer<byte[], byte[]> producer = producer(bootstrapServers, Map.of())) {
      producer.partitionsFor(topic);
    }
  }

  static void write(String bootstrapServers, String topic, List<String> values, Duration patience)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(bootstrapServers, Map.of())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (String value : values) {
        sent.add(
            producer.send(new ProducerRecord<>(topic, value.getBytes(StandardCharsets.UTF_8))));
      }
      for (Future<RecordMetadata> one : sent) {
        one.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Every value from the topic's first record to its last at the time of the call. */
  static List<String> readAll(String bootstrapServers, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (consumer.position(partition) < end) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("read only to " + consumer.position(partition) + " of " + end);
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          values.add(new String(record.value(), StandardCharsets.UTF_8));
        }
      }
    }
    return values;
  }

  /** The record that was written last of all in a topic of any number of partitions. */
  static ConsumerRecord<byte[], byte[]> newest(String bootstrapServers, String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      ConsumerRecord<byte[], byte[]> newest = null;
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("did not reach the end of " + topic);
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          if (newest == null || record.timestamp() >= newest.timestamp()) {
            newest = record;
          }
        }
      }
      return newest;
    }
  }

  /** The first committed values of a topic. */
  static List<String> readCommitted(String bootstrapServers, String topic, int count) {
    TopicPartition partition = new TopicPartition(topic, 0);
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (values.size() < count) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("read only " + values.size() + " committed records");
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          values.add(new String(record.value(), StandardCharsets.UTF_8));
        }
      }
    }
    return values;
  }
}
