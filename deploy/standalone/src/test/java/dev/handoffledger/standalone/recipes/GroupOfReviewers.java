package dev.handoffledger.standalone.recipes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** One member of a consumer group that works through the topic of a role. */
final class GroupOfReviewers implements AutoCloseable {
  // recipe: consumer group
  private final KafkaConsumer<byte[], byte[]> consumer;

  GroupOfReviewers(String bootstrapServers, String group, String roleTopic) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "group.id", group,
                "isolation.level", "read_committed",
                "enable.auto.commit", "false",
                "auto.offset.reset", "earliest",
                "max.poll.records", "1"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(roleTopic));
  }

  /** Works on what is there, one handoff at a time, and commits each once it is done. */
  void workOn(Duration atMost, BiConsumer<String, byte[]> work) {
    for (ConsumerRecord<byte[], byte[]> handoff : consumer.poll(atMost)) {
      if (handoff.headers().lastHeader("handoff-notice") == null) {
        byte[] id = handoff.headers().lastHeader("handoff-id").value();
        work.accept(new String(id, StandardCharsets.UTF_8), handoff.value());
      }
      consumer.commitSync();
    }
  }

  // end of recipe

  @Override
  public void close() {
    consumer.close();
  }
}
