package dev.handoffledger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program does about the topics of a real broker before it uses them. */
class LedgerTopicsTest {
  private static final String LEDGER = "handoff.ledger";

  @TempDir private static Path folder;
  private static EmbeddedBroker broker;
  private static Admin admin;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(folder);
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    LedgerTopics.ensure(configuration(Map.of()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  private static Configuration configuration(Map<String, String> others) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("kafka.bootstrap.servers", broker.bootstrapServers());
    settings.put("handoff.topics.partitions", "3");
    settings.put("handoff.topics.replication-factor", "1");
    settings.putAll(others);
    return Configuration.of(Program.PROCESSOR, settings);
  }

  @Test
  void topicsThatFit_areUsedAsTheyAre() throws Exception {
    LedgerTopics.ensure(configuration(Map.of("handoff.topics.create", "false")));
    assertThat(admin.listTopics().names().get()).contains(LEDGER);
  }

  @Test
  void retentionThatWouldLoseFacts_isRefusedWithTheCommandThatMendsIt() throws Exception {
    alter("retention.ms", "604800000");
    try {
      assertThatThrownBy(() -> LedgerTopics.ensure(configuration(Map.of())))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("topic handoff.ledger has retention.ms=604800000, not -1")
          .hasMessageContaining("--entity-name handoff.ledger --add-config retention.ms=-1");
    } finally {
      alter("retention.ms", "-1");
    }
  }

  @Test
  void compactedLedger_isRefused() throws Exception {
    alter("cleanup.policy", "compact");
    try {
      assertThatThrownBy(() -> LedgerTopics.ensure(configuration(Map.of())))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("--add-config cleanup.policy=delete");
    } finally {
      alter("cleanup.policy", "delete");
    }
  }

  @Test
  void largerRecordsThanNeeded_areNoHindrance() throws Exception {
    alter("max.message.bytes", "20000000");
    LedgerTopics.ensure(configuration(Map.of()));
    assertThat(valueOf("max.message.bytes")).isEqualTo("20000000");
  }

  @Test
  void otherPartitionCount_isRefusedAndSaysWhichThereIs() {
    assertThatThrownBy(
            () -> LedgerTopics.ensure(configuration(Map.of("handoff.topics.partitions", "6"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("topic handoff.ledger has 3 partitions, not 6")
        .hasMessageContaining("set handoff.topics.partitions");
  }

  @Test
  void fewerReplicasThanConfigured_areRefused() {
    assertThatThrownBy(
            () ->
                LedgerTopics.ensure(
                    configuration(Map.of("handoff.topics.replication-factor", "3"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("set handoff.topics.replication-factor=1");
  }

  private static void alter(String setting, String value) throws Exception {
    ConfigResource ledger = new ConfigResource(ConfigResource.Type.TOPIC, LEDGER);
    admin
        .incrementalAlterConfigs(
            Map.of(
                ledger,
                List.of(
                    new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
        .all()
        .get();
    // The change is confirmed before every part of the broker has it.
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!value.equals(valueOf(setting))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }

  private static String valueOf(String setting) throws Exception {
    ConfigResource ledger = new ConfigResource(ConfigResource.Type.TOPIC, LEDGER);
    return admin.describeConfigs(List.of(ledger)).all().get().get(ledger).get(setting).value();
  }
}
