package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code handoff audit rebuild} where the gateway answers otherwise than the log has it. */
@Tag("surfaces")
class AuditRebuildTest {
  private static final String CHANGED = "changed";

  @TempDir private static Path folder;

  private static CorpusLedger ledger;

  @BeforeAll
  static void publishTheCorpus() throws Exception {
    ledger = CorpusLedger.start(folder);
  }

  @AfterAll
  static void stop() {
    ledger.close();
  }

  @Test
  void gatewayWhoseStoreWasChanged_isShownWithWhatItAnswers() throws Exception {
    String kafka = ledger.bootstrapServers();
    try (ProjectionsApp honest = projections(kafka, "before")) {
      awaitReady(honest);
    }
    // The store is restored from its changelog, in which an open handoff is taken away.
    removeARow(kafka, CHANGED + "-open-by-role-changelog");
    try (ProjectionsApp changed = projections(kafka, "after");
        GatewayServer gateway =
            new GatewayServer(
                GatewayConfig.of(kafka).withPort(0), awaitReady(changed).queries(), List::of)) {
      gateway.start();
      CapturedTerminal terminal = new CapturedTerminal();

      int exitCode = rebuild(terminal, kafka, "http://127.0.0.1:" + gateway.port());

      assertThat(exitCode).as(terminal.err()).isEqualTo(1);
      JsonNode told = CorpusLedger.json(terminal.out());
      assertThat(told.path("unsettled")).isEmpty();
      assertThat(told.path("differences"))
          .allSatisfy(
              difference -> {
                assertThat(difference.path("path").textValue()).startsWith("/v1/roles");
                assertThat(difference.path("at").textValue()).startsWith("/items/");
                assertThat(difference.path("live")).isNotEqualTo(difference.path("rebuilt"));
              })
          .anySatisfy(
              difference ->
                  assertThat(difference.path("path").textValue()).startsWith("/v1/roles/"));
    }
  }

  @Test
  void gatewayOfAnotherLedger_isNotCompared() throws Exception {
    try (EmbeddedBroker other = EmbeddedBroker.start(folder.resolve("other"))) {
      try (TopicProvisioner provisioner =
          new TopicProvisioner(Map.of("bootstrap.servers", other.bootstrapServers()))) {
        provisioner.provision(TopicPlan.of(List.of("session_baton"), 3, 1));
      }
      CapturedTerminal terminal = new CapturedTerminal();

      int exitCode = rebuild(terminal, other.bootstrapServers(), ledger.url());

      assertThat(exitCode).isEqualTo(3);
      assertThat(terminal.err()).contains("of one ledger");
    }
  }

  private static int rebuild(CapturedTerminal terminal, String kafka, String url) {
    return new CommandLine(new AuditCommand(terminal.terminal()))
        .execute("rebuild", "--kafka", kafka, "--url", url, "-o", "json");
  }

  private static ProjectionsApp projections(String kafka, String state) {
    ProjectionsApp projections =
        new ProjectionsApp(
            ProjectionsConfig.of(kafka, folder.resolve(state))
                .withApplicationId(CHANGED)
                .withInstanceId("the-only-one")
                .withPackets(false));
    projections.start();
    return projections;
  }

  private static ProjectionsApp awaitReady(ProjectionsApp projections) throws Exception {
    LedgerTopics.await("the projections are ready", 60, projections::ready);
    return projections;
  }

  /** Takes a row out of a changelog. */
  private static void removeARow(String kafka, String changelog) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", kafka);
    try (KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(changelog).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      ConsumerRecord<byte[], byte[]> row = row(consumer, partitions);
      producer.send(new ProducerRecord<>(changelog, row.partition(), row.key(), null)).get();
    }
  }

  /** A row that is still there. */
  private static ConsumerRecord<byte[], byte[]> row(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<ByteBuffer, ConsumerRecord<byte[], byte[]>> rows = new LinkedHashMap<>();
    while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
      consumer
          .poll(Duration.ofMillis(200))
          .forEach(row -> rows.put(ByteBuffer.wrap(row.key()), row));
    }
    return rows.values().stream().filter(row -> row.value() != null).findFirst().orElseThrow();
  }
}
