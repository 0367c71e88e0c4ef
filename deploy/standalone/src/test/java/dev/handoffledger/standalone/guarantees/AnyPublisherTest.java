package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.schemas.wire.WireFraming;
import dev.handoffledger.standalone.StandaloneLedger;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishers that know nothing of the client library: any bytes, any framing, any partition. */
class AnyPublisherTest {
  private static final int PARTITIONS = 3;
  private static final String BRIEFS = Topics.in("planner_brief");

  @TempDir private static Path folder;

  private static StandaloneLedger ledger;
  private static KafkaProducer<byte[], byte[]> producer;
  private static LedgerTopics topics;

  @BeforeAll
  static void start() throws Exception {
    ledger = StandaloneLedger.start(folder.resolve("data"), 0);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", ledger.bootstrapServers(), "max.request.size", 6_000_000),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    topics = new LedgerTopics(ledger.bootstrapServers());
  }

  @AfterAll
  static void stop() {
    topics.close();
    producer.close();
    ledger.close();
  }

  @Test
  void bareJsonWithoutAKeyOnAnyPartition_isRecordedOnTheSessionsOwn() throws Exception {
    List<byte[]> briefs = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      byte[] brief = brief("keyless-" + i);
      briefs.add(brief);
      for (int partition = 0; partition < PARTITIONS; partition++) {
        send(BRIEFS, partition, brief);
      }
    }
    topics.awaitConsumed(60);

    LedgerTopics.await(
        "the relayed ones are recorded",
        30,
        () -> recorded("codelens/keyless-").size() >= briefs.size());
    assertThat(recorded("codelens/keyless-"))
        .extracting(LedgerRecord::value)
        .containsExactlyInAnyOrderElementsOf(briefs);
    assertThat(topics.audit().problems()).isEmpty();
  }

  @Test
  void registryFraming_endsInTheSameLedgerEntryAsBareJson() throws Exception {
    byte[] brief = brief("framed");
    int partition = SessionPartitioner.partition("codelens/framed", PARTITIONS);
    send(BRIEFS, partition, WireFraming.frame(7, brief));
    send(BRIEFS, partition, brief);
    topics.awaitConsumed(60);

    assertThat(recorded("codelens/framed"))
        .singleElement()
        .satisfies(
            fact -> {
              assertThat(fact.value()).isEqualTo(brief);
              assertThat(fact.headers()).containsEntry(HandoffHeaders.REGISTRY_SCHEMA_ID, "7");
            });
  }

  @Test
  void hostileBytes_areEachRefusedWithAReasonAndKeptAsTheyCame() throws Exception {
    Map<String, byte[]> hostile = hostile();
    int partition = 0;
    for (byte[] bytes : hostile.values()) {
      send(BRIEFS, partition++ % PARTITIONS, bytes);
    }
    for (int healthy = 0; healthy < PARTITIONS; healthy++) {
      send(BRIEFS, healthy, brief("after-hostile-" + healthy));
    }
    topics.awaitConsumed(60);

    LedgerTopics.await(
        "no partition stopped", 30, () -> recorded("codelens/after-hostile-").size() == 3);
    List<LedgerRecord> rejected = topics.records(Topics.REJECTED);
    hostile.forEach(
        (reason, bytes) ->
            assertThat(rejected)
                .as(reason)
                .anySatisfy(
                    record -> {
                      assertThat(record.value()).isEqualTo(bytes);
                      assertThat(record.headers().get(HandoffHeaders.REASON))
                          .isEqualTo(reason.replaceAll(" .*", ""));
                    }));
  }

  /** By the reason to expect, and a word that tells those of one reason apart. */
  private static Map<String, byte[]> hostile() {
    Map<String, byte[]> hostile = new LinkedHashMap<>();
    hostile.put("not_json empty", new byte[0]);
    hostile.put("not_json half", utf8("{\"schema_version\":"));
    hostile.put("not_json trailing", utf8("{\"hello\":1} x"));
    hostile.put("not_json mark", bytes(0xef, 0xbb, 0xbf, '{', '}'));
    hostile.put("not_json utf16", "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE));
    hostile.put("not_json overlong", bytes('{', '"', 'a', '"', ':', '"', 0xc0, 0xaf, '"', '}'));
    hostile.put("not_json surrogate", utf8("{\"a\":\"\\ud800\"}"));
    hostile.put("duplicate_key", utf8("{\"kind\":\"a\",\"kind\":\"a\"}"));
    hostile.put("too_deep", utf8("[".repeat(5000) + "]".repeat(5000)));
    hostile.put("unsafe_number infinite", utf8("{\"a\":1e400}"));
    hostile.put("unsafe_number integer", utf8("{\"a\":9007199254740993}"));
    hostile.put("too_large string", utf8("{\"a\":\"" + "x".repeat(1_000_001) + "\"}"));
    hostile.put("too_large tokens", utf8("[" + "0,".repeat(200_001) + "0]"));
    hostile.put("too_large artifact", utf8("[" + " ".repeat(4 * 1024 * 1024) + "]"));
    hostile.put("unknown_format", utf8("[]"));
    return hostile;
  }

  private static List<LedgerRecord> recorded(String sessionPrefix) {
    return topics.records(Topics.LEDGER).stream()
        .filter(fact -> fact.key().startsWith(sessionPrefix))
        .toList();
  }

  private static void send(String topic, int partition, byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(topic, partition, null, value)).get();
  }

  private static byte[] brief(String session) {
    return utf8(
        """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"planner_brief",
         "session_id":"%s","created_at":"2026-04-14T09:00:00Z",
         "payload":{"goal":"g","ranked_context":[],"acceptance":[],
          "preflight":{"verify_change_readiness":
           {"status":"ready","generated_at":"2026-04-14T09:00:00Z"}}}}
        """
            .formatted(session));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(int... values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int value : values) {
      out.write(value);
    }
    return out.toByteArray();
  }
}
