package dev.handoffledger.producer;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.schemas.wire.TopicPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real broker for the tests of a class, each of which uses topics of its own. */
final class BrokerExtension implements BeforeAllCallback, AfterAllCallback {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Path folder;
  private EmbeddedBroker broker;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("broker");
    broker = EmbeddedBroker.start(folder);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    broker.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  void provision(TopicPlan plan) throws InterruptedException {
    try (TopicProvisioner provisioner =
        new TopicProvisioner(Map.of("bootstrap.servers", bootstrapServers()))) {
      provisioner.provision(plan);
    }
  }

  /** Every record that the topic has at the time of the call, each partition's in order. */
  List<ConsumerRecord<byte[], byte[]>> readAll(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("the records of " + topic + " did not come");
        }
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
