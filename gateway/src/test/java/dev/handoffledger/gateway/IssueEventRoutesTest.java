package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.format.IssueReference;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IssueEventRoutesTest {
  private static final String DECISION =
      "{\"decision\": \"patch\", \"decided_by\": \"ada\", \"rationale\": \"It hurts\"}";

  private LedgerStandIn ledger;
  private GatewayUnderTest gateway;
  private String project;

  @BeforeAll
  void startGateway(KafkaExtension.Kafka kafka) throws InterruptedException {
    ledger = LedgerStandIn.start(kafka.bootstrapServers());
    gateway = GatewayUnderTest.start(kafka);
  }

  @AfterAll
  void closeGateway() throws InterruptedException {
    gateway.close();
    ledger.close();
  }

  @BeforeEach
  void oneIssue() {
    project = UUID.randomUUID().toString();
    gateway.queries.issues.clear();
    gateway.queries.undiagnosed.clear();
    gateway.queries.issues.add(SampleIssues.diagnosed(project, "iss-1", "slow search"));
  }

  @Test
  void decision_isPublishedAsAReceipt() {
    HttpResponse<String> response = post("iss-1/decisions", DECISION, "Handoff-Publisher", "ui");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    ObjectNode event = (ObjectNode) published().get(0);
    assertThat(event.remove("record_id").textValue()).isNotBlank();
    assertThat(Instant.parse(event.remove("occurred_at").textValue())).isNotNull();
    assertThat(event)
        .isEqualTo(
            json(
                """
                {"event": "loopops.issue_decided/v1", "project": {"project_id": "%s"},
                 "issue": {"id": "iss-1"}, "decision": "patch", "decided_by": "ada",
                 "rationale": "It hurts", "decided_via": "api_self_reported",
                 "approval_scope": "issue_disposition"}"""
                    .formatted(project)));
    assertThat(ledger.arrivals.get(ledger.arrivals.size() - 1).headers())
        .containsEntry(HandoffHeaders.PUBLISHER, "ui");
  }

  @Test
  void decision_isAnsweredWithItsOutcomeAndTheIssue() {
    JsonNode answer = json(post("iss-1/decisions", DECISION));

    assertThat(answer.path("outcome").textValue()).isEqualTo("recorded");
    assertThat(answer.path("kind").textValue()).isEqualTo("issue_decided");
    assertThat(answer.path("session").textValue()).isEqualTo("loopops/" + project + "/iss-1");
    assertThat(answer.at("/issue/fingerprint").textValue()).isEqualTo("if_slow_search");
  }

  @Test
  void issueNamedByItsFingerprint_isDecidedOnByItsId() {
    post("if_slow_search/decisions?project=" + project, DECISION);

    assertThat(published().get(0).at("/issue/id").textValue()).isEqualTo("iss-1");
  }

  @Test
  void issueThatNothingDiagnosesYet_mayBeDecidedOn() {
    gateway.queries.undiagnosed.add(new IssueReference(project, "iss-2"));

    HttpResponse<String> response = post("iss-2/decisions", DECISION);

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(json(response).path("issue").isNull()).isTrue();
  }

  @Test
  void issueThatIsNotThere_isNotDecidedOn() {
    assertThat(post("iss-9/decisions", DECISION).statusCode()).isEqualTo(404);
    assertThat(published()).isEmpty();
  }

  @Test
  void issueOfSeveralProjects_isNotDecidedOn() {
    gateway.queries.issues.add(SampleIssues.diagnosed("bank", "iss-1", "slow search"));

    assertThat(post("iss-1/decisions", DECISION).statusCode()).isEqualTo(409);
    assertThat(published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"decision", "decided_by", "rationale"})
  void decisionThatLacksAMember_isRejectedWithItsName(String member) {
    ObjectNode body = (ObjectNode) json(DECISION);
    body.remove(member);

    HttpResponse<String> response = post("iss-1/decisions", body.toString());

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(json(response).path("outcome").textValue()).isEqualTo("rejected");
    // What is missing has no place of its own, so the pointer is that of the whole.
    assertThat(json(response).at("/problems/0/pointer").textValue()).isEmpty();
    assertThat(json(response).at("/problems/0/message").textValue()).contains("\"" + member + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"decided_via", "event", "project", "verdict"})
  void memberThatIsNotForTheRequestToSay_isRefused(String member) {
    ObjectNode body = (ObjectNode) json(DECISION);
    body.put(member, "cf_access");

    HttpResponse<String> response = post("iss-1/decisions", body.toString());

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("type").textValue()).endsWith("/unknown-member");
    assertThat(published()).isEmpty();
  }

  @Test
  void sameKeyAndBody_areOneDecision() {
    String key = UUID.randomUUID().toString();

    assertThat(post("iss-1/decisions", DECISION, "Idempotency-Key", key).statusCode())
        .isEqualTo(201);
    assertThat(post("iss-1/decisions", DECISION, "Idempotency-Key", key).statusCode())
        .isEqualTo(200);
    assertThat(published()).hasSize(2).allMatch(event -> event.equals(published().get(0)));
  }

  @Test
  void sameKeyForAnotherIssue_isAConflict() {
    String key = UUID.randomUUID().toString();
    gateway.queries.undiagnosed.add(new IssueReference(project, "iss-2"));
    post("iss-1/decisions", DECISION, "Idempotency-Key", key);

    HttpResponse<String> response = post("iss-2/decisions", DECISION, "Idempotency-Key", key);

    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(json(response).path("type").textValue()).endsWith("/idempotency-key-reused");
  }

  @Test
  void recordIdAndTimeOfTheRequest_areTheEvents() {
    ObjectNode body = (ObjectNode) json(DECISION);
    body.put("record_id", "dec-1").put("occurred_at", "2026-11-01T10:00:00+01:00");

    post("iss-1/decisions", body.toString());

    assertThat(published().get(0).path("record_id").textValue()).isEqualTo("dec-1");
    assertThat(published().get(0).path("occurred_at").textValue())
        .isEqualTo("2026-11-01T10:00:00+01:00");
  }

  @Test
  void stage_isPublished() {
    HttpResponse<String> response =
        post(
            "iss-1/stages",
            "{\"run_id\": \"run-1\", \"stage\": \"pr_opened\", \"pr_number\": 7,"
                + " \"pr_url\": \"https://git.example/pr/7\"}");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(published().get(0).path("event").textValue())
        .isEqualTo("loopops.loop_stage_recorded/v1");
    assertThat(published().get(0).path("pr_number").intValue()).isEqualTo(7);
  }

  @Test
  void stageThatIsNotInTheList_isRejectedAtIt() {
    JsonNode answer = json(post("iss-1/stages", "{\"run_id\": \"r\", \"stage\": \"deployed\"}"));

    assertThat(answer.at("/problems/0/pointer").textValue()).isEqualTo("/stage");
  }

  @Test
  void verification_isPublished() {
    HttpResponse<String> response =
        post(
            "iss-1/verifications",
            "{\"run_id\": \"run-1\", \"verdict\": \"improved\", \"metric\": \"failure_rate\","
                + " \"delta\": \"-12 %\"}");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(published().get(0).path("event").textValue()).isEqualTo("loopops.loop_verified/v1");
  }

  @Test
  void refusedVerification_isRejectedAtItsVerdict() {
    JsonNode answer =
        json(
            post(
                "iss-1/verifications",
                "{\"run_id\": \"run-1\", \"verdict\": \"no_data\", \"metric\": \"failure_rate\"}"));

    assertThat(answer.at("/problems/0/pointer").textValue()).isEqualTo("/verdict");
  }

  @Test
  void bodyThatIsNotSaidToBeJson_isRefused() {
    HttpResponse<String> response =
        gateway.post(
            "/v1/issues/iss-1/decisions", "text/plain", DECISION.getBytes(StandardCharsets.UTF_8));

    assertThat(response.statusCode()).isEqualTo(415);
  }

  private HttpResponse<String> post(String path, String body, String... headers) {
    return gateway.post(
        "/v1/issues/" + path, "application/json", body.getBytes(StandardCharsets.UTF_8), headers);
  }

  /** The events about the project's issues that the ledger got, in their order. */
  private List<JsonNode> published() {
    return ledger.arrivals.stream()
        .filter(
            arrival ->
                arrival.key() != null && arrival.key().startsWith("loopops/" + project + "/"))
        .map(arrival -> json(new String(arrival.value().array(), StandardCharsets.UTF_8)))
        .toList();
  }
}
