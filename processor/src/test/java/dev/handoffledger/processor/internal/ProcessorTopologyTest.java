package dev.handoffledger.processor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.processor.decide.Decide;
import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.Intake;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.fact.ChainVerifier;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.RecordPlace;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import dev.handoffledger.schemas.wire.RoleTopic;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProcessorTopologyTest {
  private static final String BRIEF_TOPIC = "handoff.in.planner-brief";
  private static final Instant START = Instant.parse("2026-05-01T00:00:00Z");

  private static final Formats FORMATS = new Formats();

  private final SwitchedRoleTopics roleTopics = new SwitchedRoleTopics();
  private final ProcessorCounters counters = new ProcessorCounters();
  private TopologyTestDriver driver =
      driver(new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, FORMATS), session -> 0);

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void validArtifact_isOnTheLedgerByteForByte() {
    publish(Artifacts.brief("s-1"));

    TestRecord<byte[], byte[]> fact = only(Topics.LEDGER);
    assertThat(fact.value()).isEqualTo(Artifacts.brief("s-1"));
    assertThat(new String(fact.key(), StandardCharsets.UTF_8)).isEqualTo("codelens/s-1");
  }

  @Test
  void validArtifact_isOnTheTopicOfItsRoleWithItsHeaders() {
    publish(Artifacts.brief("s-1"));

    TestRecord<byte[], byte[]> routed = only(RoleTopic.of("builder-refactor"));
    assertThat(routed.value()).isEqualTo(Artifacts.brief("s-1"));
    assertThat(HeaderMap.read(routed.headers()))
        .containsEntry(HandoffHeaders.ROLE, "builder-refactor")
        .containsEntry(HandoffHeaders.SEQ, "1")
        .containsEntry("ce_type", "dev.handoffledger.planner_brief");
  }

  @Test
  void ledgerRecords_passTheChainVerifier() {
    publish(Artifacts.brief("s-1"));
    publish(Artifacts.brief("s-2"));

    ChainVerifier verifier = new ChainVerifier();
    all(Topics.LEDGER)
        .forEach(record -> verifier.accept(new RecordPlace(0, 0), ledgerRecord(record)));
    assertThat(verifier.breaks()).isEmpty();
    assertThat(verifier.facts()).isEqualTo(2);
  }

  @Test
  void invalidArtifact_isKeptWithItsReasonAndOriginalBytes() {
    byte[] bad = "{\"schema_version\": \"codelens-".getBytes(StandardCharsets.UTF_8);

    publish(bad);

    TestRecord<byte[], byte[]> rejected = only(Topics.REJECTED);
    assertThat(rejected.value()).isEqualTo(bad);
    assertThat(HeaderMap.read(rejected.headers()))
        .containsEntry(HandoffHeaders.REASON, "not_json")
        .containsEntry(HandoffHeaders.ERROR_TOPIC, BRIEF_TOPIC)
        .containsEntry(HandoffHeaders.ERROR_OFFSET, "0");
  }

  @Test
  void nullValue_isRejected() {
    publish(null);

    assertThat(HeaderMap.read(only(Topics.REJECTED).headers()))
        .containsEntry(HandoffHeaders.REASON, "not_json");
  }

  @Test
  void publisherThatAsks_isToldTheOutcome() {
    publish(
        Artifacts.brief("s-1"),
        Map.of(HandoffHeaders.REPLY_TO, "gateway-1", HandoffHeaders.CORRELATION_ID, "request-1"));

    Reply reply = ReplyCodec.decode(only(Topics.REPLIES).value());
    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.RECORDED);
    assertThat(reply.correlationId()).isEqualTo("request-1");
    assertThat(reply.roles()).containsExactly("builder-refactor");
  }

  @Test
  void publisherThatAsks_isToldOfARejection() {
    publish(
        "{}".getBytes(StandardCharsets.UTF_8),
        Map.of(HandoffHeaders.REPLY_TO, "gateway-1", HandoffHeaders.CORRELATION_ID, "request-1"));

    Reply reply = ReplyCodec.decode(only(Topics.REPLIES).value());
    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.REJECTED);
    assertThat(reply.problems()).isNotEmpty();
  }

  @Test
  void publisherThatDoesNotAsk_isToldNothing() {
    publish(Artifacts.brief("s-1"));

    assertThat(all(Topics.REPLIES)).isEmpty();
  }

  @Test
  void failureOfADecision_isARejectionWithItsTrace() {
    driver.close();
    driver =
        driver(
            (state, input) -> {
              throw new IllegalStateException("a rule is broken");
            },
            session -> 0);

    publish(Artifacts.brief("s-1"));

    Map<String, String> headers = HeaderMap.read(only(Topics.REJECTED).headers());
    assertThat(headers).containsEntry(HandoffHeaders.REASON, "internal_error");
    assertThat(headers.get(HandoffHeaders.ERROR_STACKTRACE)).contains("a rule is broken");
    assertThat(all(Topics.LEDGER)).isEmpty();
  }

  @Test
  void failureWhileApplying_stopsTheThreadAndKeepsNothing() {
    roleTopics.fail = true;

    assertThatThrownBy(() -> publish(Artifacts.brief("s-1")))
        .hasRootCauseMessage("no topics today");
    assertThat(all(Topics.REJECTED)).isEmpty();
  }

  @Test
  void recordOfAnotherPartitionsSession_isRelayedAsItCame() {
    driver.close();
    driver = driver(new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, FORMATS), session -> 1);

    publish(Artifacts.brief("s-1"));

    TestRecord<byte[], byte[]> relayed = only(Topics.RELAY);
    assertThat(relayed.value()).isEqualTo(Artifacts.brief("s-1"));
    assertThat(new String(relayed.key(), StandardCharsets.UTF_8)).isEqualTo("codelens/s-1");
    assertThat(HeaderMap.read(relayed.headers()))
        .containsEntry(HandoffHeaders.ORIGIN_TOPIC, BRIEF_TOPIC);
  }

  @Test
  void relayedRecordOnAWrongPartition_isRefusedAndHopsNoMore() {
    driver.close();
    driver = driver(new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, FORMATS), session -> 1);

    publish(Artifacts.brief("s-1"));

    assertThat(HeaderMap.read(only(Topics.REJECTED).headers()))
        .containsEntry(HandoffHeaders.REASON, "internal_error")
        .containsEntry(HandoffHeaders.ERROR_TOPIC, BRIEF_TOPIC);
    assertThat(all(Topics.LEDGER)).isEmpty();
  }

  @Test
  void garbageOnTheRelay_isRejected() {
    input(Topics.RELAY)
        .pipeInput(new TestRecord<>("x".getBytes(StandardCharsets.UTF_8), new byte[] {1}));

    assertThat(HeaderMap.read(only(Topics.REJECTED).headers()))
        .containsEntry(HandoffHeaders.REASON, "internal_error");
  }

  @Test
  void routeOfARoleWithoutATopic_waitsUntilTheTopicIsThere() {
    roleTopics.missing.add("builder-refactor");
    publish(Artifacts.brief("s-1"));
    publish(Artifacts.brief("s-2"));
    assertThat(all(RoleTopic.of("builder-refactor"))).isEmpty();

    roleTopics.missing.clear();
    driver.advanceWallClockTime(Duration.ofSeconds(1));

    assertThat(all(RoleTopic.of("builder-refactor")))
        .extracting(TestRecord::value)
        .containsExactly(Artifacts.brief("s-1"), Artifacts.brief("s-2"));
  }

  @Test
  void routeAfterTheWaitingOnes_doesNotOvertakeThem() {
    roleTopics.missing.add("builder-refactor");
    publish(Artifacts.brief("s-1"));
    roleTopics.missing.clear();
    publish(Artifacts.brief("s-2"));

    driver.advanceWallClockTime(Duration.ofSeconds(1));

    assertThat(all(RoleTopic.of("builder-refactor")))
        .extracting(TestRecord::value)
        .containsExactly(Artifacts.brief("s-1"), Artifacts.brief("s-2"));
  }

  @Test
  void holdThatIsOver_isJudgedByARecordOfTheRelay() {
    publish(Artifacts.resultOfHash("r-1", "never", "0".repeat(64)), "handoff.in.builder-result");
    assertThat(all(RoleTopic.of("reviewer"))).isEmpty();

    driver.advanceWallClockTime(Duration.ofSeconds(6));

    assertThat(all(RoleTopic.of("reviewer"))).hasSize(1);
  }

  @Test
  void topology_isAsPinned() {
    assertThat(
            topology(new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, FORMATS), session -> 0)
                .build()
                .describe())
        .hasToString(
            """
            Topologies:
               Sub-topology: 0
                Source: commands (topics: [handoff.commands])
                  --> intake
                Source: inbound (topics: handoff\\.in\\..+)
                  --> intake
                Source: relay-in (topics: [handoff.relay])
                  --> intake
                Processor: intake (stores: [])
                  --> session, route
                  <-- inbound, commands, relay-in
                Processor: session (stores: [bodies, session-state])
                  --> route
                  <-- intake
                Processor: route (stores: [waiting-routes])
                  --> ledger, quarantine, rejected, relay-out, replies, roles
                  <-- intake, session
                Sink: ledger (topic: handoff.ledger)
                  <-- route
                Sink: quarantine (topic: handoff.quarantine)
                  <-- route
                Sink: rejected (topic: handoff.rejected)
                  <-- route
                Sink: relay-out (topic: handoff.relay)
                  <-- route
                Sink: replies (topic: handoff.replies)
                  <-- route
                Sink: roles (extractor class: topic of role)
                  <-- route

            """);
  }

  // Commands.

  @Test
  void claim_isAFactAndAnAnswer() {
    publish(Artifacts.brief("s-1"));
    String id = HeaderMap.read(only(Topics.LEDGER).headers()).get(HandoffHeaders.ID);

    command(new Command.Claim("codelens/s-1", id, "one", Command.DEFAULT_LEASE, null, null));

    assertThat(HeaderMap.read(only(Topics.LEDGER).headers()))
        .containsEntry(HandoffHeaders.FACT, "claimed");
    Reply reply = ReplyCodec.decode(only(Topics.REPLIES).value());
    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.GRANTED);
    assertThat(reply.lease().holder()).isEqualTo("one");
  }

  @Test
  void commandOnAnotherPartitionThanItsSession_hops() {
    driver.close();
    driver = driver(new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, FORMATS), session -> 1);

    command(new Command.Claim("codelens/s-1", "row", "one", Command.DEFAULT_LEASE, null, null));

    assertThat(HeaderMap.read(only(Topics.RELAY).headers()))
        .containsEntry(HandoffHeaders.RELAY, "record")
        .containsEntry(HandoffHeaders.ORIGIN_TOPIC, Topics.COMMANDS);
  }

  @Test
  void commandThatIsNone_isRejectedWithItsReason() {
    publish(Topics.COMMANDS, "{\"command\":\"steal\"}".getBytes(StandardCharsets.UTF_8), Map.of());

    assertThat(HeaderMap.read(only(Topics.REJECTED).headers()))
        .containsEntry(HandoffHeaders.REASON, "schema_violation")
        .containsEntry(HandoffHeaders.POINTER, "/command")
        .containsEntry(HandoffHeaders.ERROR_TOPIC, Topics.COMMANDS);
  }

  @Test
  void handoffGivenOutTooOften_isANoticeOnTheTopicOfThePerson() {
    publish(Artifacts.brief("s-1"));
    String id = HeaderMap.read(only(Topics.LEDGER).headers()).get(HandoffHeaders.ID);
    for (int delivery = 0; delivery < 5; delivery++) {
      command(new Command.Claim("codelens/s-1", id, "one", Command.DEFAULT_LEASE, null, null));
      Reply granted = ReplyCodec.decode(only(Topics.REPLIES).value());
      command(new Command.Release(ClaimToken.parse(granted.lease().token()).orElseThrow(), null));
      all(Topics.REPLIES);
    }

    TestRecord<byte[], byte[]> notice = only(RoleTopic.of("human"));
    assertThat(HeaderMap.read(notice.headers()))
        .containsEntry(HandoffHeaders.NOTICE, "escalated")
        .containsEntry(HandoffHeaders.ID, id);
    assertThat(new String(notice.value(), StandardCharsets.UTF_8))
        .contains("\"deliveries\":5")
        .contains("\"last_holder\":\"one\"");
  }

  private void command(Command command) {
    publish(
        Topics.COMMANDS,
        CommandCodec.encode(command),
        Map.of(HandoffHeaders.REPLY_TO, "gateway-1", HandoffHeaders.CORRELATION_ID, "request-1"));
  }

  // The harness.

  private ProcessorTopology topology(Decide decide, ToIntFunction<String> partitionOf) {
    return new ProcessorTopology(
        new Intake(new HandoffReader(FORMATS), partitionOf),
        decide,
        partitionOf,
        roleTopics,
        counters,
        Stores::inMemoryKeyValueStore);
  }

  private TopologyTestDriver driver(Decide decide, ToIntFunction<String> partitionOf) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    return new TopologyTestDriver(topology(decide, partitionOf).build(), properties, START);
  }

  private TestInputTopic<byte[], byte[]> input(String topic) {
    return driver.createInputTopic(
        topic, new ByteArraySerializer(), new ByteArraySerializer(), START, Duration.ZERO);
  }

  private void publish(byte[] artifact) {
    publish(artifact, Map.of());
  }

  private void publish(byte[] artifact, String topic) {
    input(topic).pipeInput(new TestRecord<>(null, artifact, START));
  }

  private void publish(byte[] artifact, Map<String, String> headers) {
    publish(BRIEF_TOPIC, artifact, headers);
  }

  private void publish(String topic, byte[] value, Map<String, String> headers) {
    input(topic).pipeInput(new TestRecord<>(null, value, HeaderMap.write(headers), START));
  }

  private List<TestRecord<byte[], byte[]>> all(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private TestRecord<byte[], byte[]> only(String topic) {
    List<TestRecord<byte[], byte[]>> records = all(topic);
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private static LedgerRecord ledgerRecord(TestRecord<byte[], byte[]> record) {
    return new LedgerRecord(
        new String(record.key(), StandardCharsets.UTF_8),
        HeaderMap.read(record.headers()),
        record.value(),
        record.timestamp());
  }

  /** Role topics that a test switches off and on. */
  private static final class SwitchedRoleTopics implements RoleTopics {
    private final Set<String> missing = new HashSet<>();
    private boolean fail;

    @Override
    public Optional<String> topicOf(String role) {
      if (fail) {
        throw new IllegalStateException("no topics today");
      }
      return missing.contains(role) ? Optional.empty() : Optional.of(RoleTopic.of(role));
    }
  }
}
