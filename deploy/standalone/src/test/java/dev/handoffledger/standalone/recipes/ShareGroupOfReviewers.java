package dev.handoffledger.standalone.recipes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** One member of a share group (KIP-932) that works through the topic of a role. */
final class ShareGroupOfReviewers implements AutoCloseable {
  // recipe: share group
  private final KafkaShareConsumer<byte[], byte[]> consumer;

  ShareGroupOfReviewers(String bootstrapServers, String group, String roleTopic) {
    consumer =
        new KafkaShareConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                group,
                "share.acknowledgement.mode",
                "explicit",
                "max.poll.records",
                "1"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(roleTopic));
  }

  /** Once per group, before its first member: a share group reads uncommitted records otherwise. */
  static void configure(Admin admin, String group) throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
    admin
        .incrementalAlterConfigs(
            Map.of(
                resource,
                List.of(
                    set("share.isolation.level", "read_committed"),
                    set("share.auto.offset.reset", "earliest"))))
        .all()
        .get();
  }

  private static AlterConfigOp set(String name, String value) {
    return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
  }

  /** Works on what is there; what the work returns false for goes to another member. */
  void workOn(Duration atMost, BiPredicate<String, byte[]> work) {
    for (ConsumerRecord<byte[], byte[]> handoff : consumer.poll(atMost)) {
      boolean done = handoff.headers().lastHeader("handoff-notice") != null;
      if (!done) {
        byte[] id = handoff.headers().lastHeader("handoff-id").value();
        done = work.test(new String(id, StandardCharsets.UTF_8), handoff.value());
      }
      consumer.acknowledge(handoff, done ? AcknowledgeType.ACCEPT : AcknowledgeType.RELEASE);
    }
    consumer.commitSync();
  }

  // end of recipe

  @Override
  public void close() {
    consumer.close();
  }
}
