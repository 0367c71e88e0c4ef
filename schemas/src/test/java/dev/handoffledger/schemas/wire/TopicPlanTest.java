package dev.handoffledger.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.wire.TopicPlan.Replication;
import dev.handoffledger.schemas.wire.TopicPlan.Topic;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicPlanTest {
  private static final String DAY = "86400000";

  private final Map<String, Topic> topics =
      byName(TopicPlan.of(List.of("planner_brief", "agent_state"), 12, 3));

  @Test
  void plan_hasEveryTopicOfTheLedger() {
    assertThat(topics)
        .containsOnlyKeys(
            "handoff.in.planner-brief",
            "handoff.in.agent-state",
            "handoff.in.unknown",
            "handoff.commands",
            "handoff.relay",
            "handoff.ledger",
            "handoff.role.coding-agent",
            "handoff.role.solo-agent",
            "handoff.role.human",
            "handoff.role.builder-refactor",
            "handoff.role.planner-reviewer",
            "handoff.role.reviewer",
            "handoff.role.merge-gate",
            "handoff.role.overflow",
            "handoff.quarantine",
            "handoff.packets",
            "handoff.rejected",
            "handoff.replies",
            "handoff.idempotency");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handoff.in.planner-brief",
        "handoff.in.unknown",
        "handoff.commands",
        "handoff.relay",
        "handoff.ledger"
      })
  void topicsPartitionedBySession_haveTheLedgersPartitionCountAndNoRetention(String name) {
    assertThat(topics.get(name).partitions()).isEqualTo(12);
    assertThat(topics.get(name).configs())
        .containsEntry("retention.ms", "-1")
        .containsEntry("retention.bytes", "-1");
  }

  @ParameterizedTest
  @CsvSource({
    "handoff.in.agent-state, LogAppendTime, 4456448",
    "handoff.in.unknown,     LogAppendTime, 4456448",
    "handoff.commands,       LogAppendTime, 4456448",
    "handoff.relay,          LogAppendTime, 6291456",
    "handoff.ledger,         CreateTime,    6291456",
    "handoff.role.human,     CreateTime,    6291456",
    "handoff.quarantine,     CreateTime,    6291456",
    "handoff.rejected,       CreateTime,    6291456",
    "handoff.replies,        CreateTime,    6291456",
    "handoff.idempotency,    LogAppendTime, 4456448",
  })
  void topic_hasItsTimeAndRecordSize(String name, String timestampType, String maxBytes) {
    assertThat(topics.get(name).configs())
        .containsEntry("message.timestamp.type", timestampType)
        .containsEntry("max.message.bytes", maxBytes);
  }

  @ParameterizedTest
  @CsvSource({
    "handoff.role.human, 7",
    "handoff.role.overflow, 7",
    "handoff.quarantine, 30",
    "handoff.rejected, 30",
    "handoff.replies, 1",
    "handoff.idempotency, 1"
  })
  void topicThatIsNotTheTruth_isKeptForDays(String name, long days) {
    assertThat(topics.get(name).configs())
        .containsEntry("retention.ms", Long.toString(days * Long.parseLong(DAY)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"handoff.replies", "handoff.idempotency"})
  void topicKeptForADay_rollsItsSegmentsOftenEnough(String name) {
    assertThat(topics.get(name).configs()).containsEntry("segment.ms", "21600000");
  }

  @Test
  void packets_areKeptByIssueAndForEver() {
    assertThat(topics.get("handoff.packets").configs())
        .containsEntry("cleanup.policy", "compact")
        .containsEntry("retention.ms", "-1");
  }

  @Test
  void idempotencyKeys_areInOnePartition() {
    assertThat(topics.get("handoff.idempotency").partitions()).isEqualTo(1);
  }

  @Test
  void everyTopic_hasTheReplicationFactorAndItsQuorum() {
    assertThat(topics.values())
        .allSatisfy(
            topic -> {
              assertThat(topic.replicationFactor()).isEqualTo(3);
              assertThat(topic.configs()).containsEntry("min.insync.replicas", "2");
            });
  }

  @Test
  void ledgerOnOneBroker_needsOneReplicaInSync() {
    assertThat(TopicPlan.of(List.of(), 3, 1).topics())
        .allSatisfy(topic -> assertThat(topic.configs()).containsEntry("min.insync.replicas", "1"));
  }

  @Test
  void roleMetLater_getsTheSameSettingsAsAWellKnownOne() {
    Topic later = TopicPlan.role(RoleTopic.of("auditor"), 12, Replication.of(3));
    Topic wellKnown = topics.get("handoff.role.human");

    assertThat(later.name()).isEqualTo("handoff.role.auditor");
    assertThat(later).usingRecursiveComparison().ignoringFields("name").isEqualTo(wellKnown);
  }

  private static Map<String, Topic> byName(TopicPlan plan) {
    return plan.topics().stream().collect(Collectors.toMap(Topic::name, Function.identity()));
  }
}
