package dev.handoffledger.producer;

import static dev.handoffledger.producer.BrokerExtension.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.InboundCodec;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.TopicPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class HandoffPublisherTest {
  @RegisterExtension static final BrokerExtension BROKER = new BrokerExtension();

  private static final String TOPIC = "handoff.in.agent-state";
  private static final int PARTITIONS = 5;
  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private String sessionId;
  private HandoffPublisher publisher;

  @BeforeAll
  static void createTopics() throws Exception {
    BROKER.provision(TopicPlan.of(List.of("agent_state"), PARTITIONS, 1));
  }

  @BeforeEach
  void connect(TestInfo test) {
    sessionId = test.getTestMethod().orElseThrow().getName();
    publisher = publisherBuilder().build();
  }

  @AfterEach
  void disconnect() {
    publisher.close();
  }

  @Test
  void artifact_landsByteForByteWherePublishedSays() {
    String artifact = agentState(1);

    Published published = publisher.publish(artifact);

    ConsumerRecord<byte[], byte[]> record = recordsOfSession().get(0);
    assertThat(text(record.value())).isEqualTo(artifact);
    assertThat(record.topic()).isEqualTo(published.topic()).isEqualTo(TOPIC);
    assertThat(record.partition()).isEqualTo(published.partition());
    assertThat(record.offset()).isEqualTo(published.offset());
  }

  @Test
  void published_saysWhatTheArtifactIs() {
    Published published = publisher.publish(agentState(1));

    assertThat(published.id()).matches("sha256:[0-9a-f]{64}");
    assertThat(published.session()).isEqualTo("ace/" + sessionId);
    assertThat(published.kind()).isEqualTo("agent_state");
  }

  @Test
  void session_isTheKeyAndDecidesThePartition() {
    Published published = publisher.publish(agentState(1));

    assertThat(recordsOfSession()).hasSize(1);
    assertThat(published.partition())
        .isEqualTo(SessionPartitioner.partition("ace/" + sessionId, PARTITIONS));
  }

  @Test
  void whatThePublisherSaysBesideTheArtifact_isReadByTheLedger() {
    String token = new ClaimToken("ace/" + sessionId, "1", 7).text();
    publisher.publish(
        agentState(1),
        PublishOptions.NONE
            .withProject("p1")
            .withIssue("iss_1")
            .withClaimToken(token)
            .withTraceparent(TRACEPARENT));

    Publication publication = publicationOf(recordsOfSession().get(0));
    assertThat(publication.publisher()).isEqualTo("builder-7");
    assertThat(publication.project()).isEqualTo("p1");
    assertThat(publication.issue()).isEqualTo("iss_1");
    assertThat(publication.claimToken()).isEqualTo(token);
    assertThat(publication.traceparent()).isEqualTo(TRACEPARENT);
  }

  @Test
  void artifactWithoutOptions_namesNoProject() {
    publisher.publish(agentState(1));

    assertThat(publicationOf(recordsOfSession().get(0)).project()).isNull();
  }

  @Test
  void record_isACloudEventInBinaryMode() {
    Published published = publisher.publish(agentState(1));

    assertThat(HeaderMap.read(recordsOfSession().get(0).headers()))
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_id", published.id())
        .containsEntry("ce_type", "dev.handoffledger.agent_state")
        .containsEntry("ce_source", "/handoff-ledger")
        .containsEntry("content-type", "application/json");
  }

  @Test
  void invalidArtifact_isRefusedWithCodePointerAndSentence() {
    String invalid = agentState(1).replace("\"iteration\": 1", "\"iteration\": \"one\"");

    RejectedArtifactException refusal =
        catchThrowableOfType(RejectedArtifactException.class, () -> publisher.publish(invalid));

    assertThat(refusal.rejection().reason()).isEqualTo(Reason.SCHEMA_VIOLATION);
    assertThat(refusal)
        .hasMessageContaining("schema_violation at /meta/iteration: ")
        .hasMessageContaining(refusal.rejection().problems().get(0).message());
  }

  @Test
  void invalidArtifact_isNotSent() {
    String invalid = agentState(1).replace("\"iteration\": 1", "\"iteration\": \"one\"");

    assertThatThrownBy(() -> publisher.publish(invalid))
        .isInstanceOf(RejectedArtifactException.class);
    publisher.publish(agentState(2));

    assertThat(recordsOfSession()).hasSize(1);
  }

  @Test
  void invalidArtifactPublishedAsynchronously_failsItsFuture() {
    assertThat(publisher.publishAsync("no JSON"))
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(RejectedArtifactException.class);
  }

  @Test
  void textThatUtf8CannotExpress_isRefused() {
    assertThatThrownBy(() -> publisher.publish(agentState(1).replace("finished", "\uD800")))
        .isInstanceOf(RejectedArtifactException.class)
        .hasMessageContaining("not_json");
  }

  @Test
  void artifactsOfASession_landInTheOrderOfTheirPublishing() throws Exception {
    List<CompletableFuture<Published>> sent =
        IntStream.rangeClosed(1, 300)
            .mapToObj(iteration -> publisher.publishAsync(agentState(iteration)))
            .toList();

    List<Long> offsets = new ArrayList<>();
    for (CompletableFuture<Published> one : sent) {
      offsets.add(one.get(30, TimeUnit.SECONDS).offset());
    }
    assertThat(offsets)
        .isEqualTo(LongStream.range(offsets.get(0), offsets.get(0) + 300).boxed().toList());
  }

  @Test
  void close_waitsForEveryArtifactOnItsWay() {
    HandoffPublisher lingering = publisherBuilder().property("linger.ms", 20_000).build();
    List<CompletableFuture<Published>> sent =
        IntStream.rangeClosed(1, 100)
            .mapToObj(iteration -> lingering.publishAsync(agentState(iteration)))
            .toList();

    lingering.close();

    assertThat(sent).allSatisfy(one -> assertThat(one).isCompleted());
    assertThat(recordsOfSession()).hasSize(100);
  }

  @Test
  void publishAfterClose_isRefused() {
    publisher.close();

    assertThatThrownBy(() -> publisher.publish(agentState(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void topicThatIsNotThere_isAFailedPublish() {
    try (HandoffPublisher impatient = publisherBuilder().property("max.block.ms", 500).build()) {
      assertThatThrownBy(() -> impatient.publish(cortexHandoff()))
          .isInstanceOf(PublishFailedException.class)
          .hasMessageContaining("handoff.in.agent-handoff");
    }
  }

  @Test
  void interruptedPublish_failsAndKeepsTheInterrupt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> publisher.publish(agentState(1)))
        .isInstanceOf(PublishFailedException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void publisherWithoutBootstrapServers_isNotBuilt() {
    assertThatThrownBy(() -> HandoffPublisher.builder().publisher("builder-7").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("bootstrapServers");
  }

  private static HandoffPublisher.Builder publisherBuilder() {
    return HandoffPublisher.builder()
        .bootstrapServers(BROKER.bootstrapServers())
        .publisher("builder-7");
  }

  private List<ConsumerRecord<byte[], byte[]>> recordsOfSession() {
    return BROKER.readAll(TOPIC).stream()
        .filter(record -> text(record.key()).equals("ace/" + sessionId))
        .toList();
  }

  private static Publication publicationOf(ConsumerRecord<byte[], byte[]> record) {
    return InboundCodec.decode(HeaderMap.read(record.headers()), record.value());
  }

  private String agentState(int iteration) {
    return """
        {
          "meta": {
            "timestamp": "2026-04-14T10:00:07.123456+00:00",
            "iteration": %d,
            "session_id": "%s",
            "log_commit": "sha256:%064d"
          },
          "transition": {
            "from": "agent-builder",
            "to": "agent-reviewer",
            "status": "READY_FOR_REVIEW",
            "reason": "step finished"
          },
          "payload": {
            "primary_artifact": "out/plan.md",
            "interface_contract": "docs/contract.md",
            "evidence_pointer": "logs/run-1.txt",
            "known_issues": []
          },
          "integrity": {
            "checksum": "sha256:%s",
            "file_count": 3
          }
        }
        """
        .formatted(iteration, sessionId, iteration, "ab".repeat(32));
  }

  /** Of a kind whose topic was not made. */
  private static String cortexHandoff() {
    return """
        {
          "handoff_id": "H-1",
          "mode": "AGENT_RESUME",
          "from": {"agent_id": "worker-a", "model": "model-m3", "session_id": "s-1"},
          "to": {
            "role": "coordinator",
            "model_pref": ["model-m3"],
            "required_capabilities": ["mission_orchestration"]
          },
          "task_id": "T-1",
          "mission_id": "M-1",
          "task_progress": {
            "current_step": "milestone 1 done",
            "completed_steps": ["schemas"],
            "in_progress": "release the lock",
            "remaining_steps": ["verify the worktree"]
          },
          "artifacts": {
            "completed": ["README.md"],
            "context_snapshot_ref": ".agent/missions/M-1/ms-1.md",
            "markdown_ref": ".agent/missions/M-1/h-1.md",
            "artifact_refs": []
          },
          "next_action": "check the evidence of milestone 1",
          "constraints": ["touch templates only"],
          "verification": {
            "commands_run": [{"command": "node --test", "exit_code": 0, "summary": "22 passed"}],
            "commands_needed": ["validate.js"],
            "known_failures": []
          },
          "graphify_context": null,
          "context_budget_hint": null,
          "produced_at": "2026-04-14T09:00:07.123456+08:00"
        }
        """;
  }
}
