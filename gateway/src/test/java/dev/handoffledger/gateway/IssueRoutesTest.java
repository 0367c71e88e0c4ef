package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.schemas.format.IssueReference;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IssueRoutesTest {
  private static final IssueView SLOW = SampleIssues.diagnosed("shop", "iss:1@a", "slow search");
  private static final IssueView LEAK = SampleIssues.diagnosed("bank", "iss-2", "leak");
  private static final String PACKET = "/v1/issues/iss%3A1%40a/packet";

  private GatewayUnderTest gateway;

  @BeforeAll
  void startGateway(KafkaExtension.Kafka kafka) throws InterruptedException {
    gateway = GatewayUnderTest.start(kafka);
  }

  @AfterAll
  void closeGateway() {
    gateway.close();
  }

  @BeforeEach
  void twoIssues() {
    gateway.queries.issues.clear();
    gateway.queries.undiagnosed.clear();
    gateway.queries.issues.add(SLOW);
    gateway.queries.issues.add(LEAK);
    gateway.queries.available = true;
  }

  @Test
  void issue_isListedAsItStands() {
    assertThat(json(gateway.get("/v1/issues")).at("/items/0"))
        .isEqualTo(
            json(
                """
                {"id": "iss:1@a", "fingerprint": "if_slow_search", "project_id": "shop",
                 "aliases": ["iss-old"], "title": "It is <slow>", "state": "needs_decision",
                 "decision": "unknown", "severity": "error", "priority": 5,
                 "first_observed_at": "2026-11-01T09:00:00Z",
                 "generated_at": "2026-11-01T09:00:00Z"}"""));
  }

  @Test
  void issues_continueAtTheCursor() {
    JsonNode first = json(gateway.get("/v1/issues?limit=1"));
    JsonNode second =
        json(gateway.get("/v1/issues?limit=1&cursor=" + first.path("next").textValue()));

    assertThat(second.at("/items/0/id").textValue()).isEqualTo("iss-2");
    assertThat(second.path("next").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "project=bank, iss-2",
    "project=shop&state=needs_decision, iss:1@a",
    "severity=error&limit=1, iss:1@a"
  })
  void issues_areFiltered(String query, String id) {
    assertThat(json(gateway.get("/v1/issues?" + query)).path("items").findValuesAsText("id"))
        .containsExactly(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"state=open", "severity=fatal", "limit=0", "cursor=x"})
  void filterThatCannotBe_isRefused(String query) {
    HttpResponse<String> response = gateway.get("/v1/issues?" + query);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("type").textValue()).endsWith("/bad-parameter");
  }

  @ParameterizedTest
  @ValueSource(strings = {"iss%3A1%40a", "if_slow_search"})
  void issue_isFoundByIdAndFingerprint(String name) {
    assertThat(json(gateway.get("/v1/issues/" + name)).path("id").textValue()).isEqualTo("iss:1@a");
  }

  @Test
  void packet_isGivenByteForByte() {
    HttpResponse<byte[]> response = gateway.getBytes(PACKET);

    assertThat(response.body()).isEqualTo(SLOW.packet());
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.headers().firstValue("Vary")).contains("Accept");
  }

  @Test
  void packetAsMarkdown_isThePromptForAnAgent() {
    HttpResponse<String> response = gateway.get(PACKET, "Accept", "text/markdown");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .contains("text/markdown; charset=utf-8");
    assertThat(response.body()).startsWith("#").contains("if_slow_search", "Make it quick");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*|application/json",
        "text/html, */*;q=0.1|application/json",
        "application/json;q=0.5, text/markdown|text/markdown; charset=utf-8",
        "text/*|text/markdown; charset=utf-8",
        "TEXT/MARKDOWN;variant=GFM|text/markdown; charset=utf-8"
      })
  void packet_comesInTheFormThatIsPreferred(String accept, String type) {
    assertThat(gateway.get(PACKET, "Accept", accept).headers().firstValue("Content-Type"))
        .contains(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/json;q=0"})
  void formThatNoPacketHas_isNotAcceptable(String accept) {
    HttpResponse<String> response = gateway.get(PACKET, "Accept", accept);

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(json(response).path("type").textValue()).endsWith("/not-acceptable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/markdown"})
  void packetThatTheClientHas_isNotSentAgain(String accept) {
    String tag = gateway.get(PACKET, "Accept", accept).headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> again = gateway.get(PACKET, "Accept", accept, "If-None-Match", tag);

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.headers().firstValue("ETag")).contains(tag);
  }

  @Test
  void formsOfAPacket_haveDifferentTags() {
    assertThat(gateway.get(PACKET, "Accept", "text/markdown").headers().firstValue("ETag"))
        .isNotEqualTo(gateway.get(PACKET).headers().firstValue("ETag"));
  }

  @Test
  void issueThatIsNotThere_isNotFound() {
    HttpResponse<String> response = gateway.get("/v1/issues/iss-9/packet");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(json(response).path("type").textValue()).endsWith("/not-found");
  }

  @Test
  void issueThatNothingDiagnoses_hasNoPacket() {
    gateway.queries.undiagnosed.add(new IssueReference("shop", "iss-3"));

    HttpResponse<String> response = gateway.get("/v1/issues/iss-3/packet");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(json(response).path("type").textValue()).endsWith("/undiagnosed");
  }

  @Test
  void nameOfSeveralProjects_isAConflictThatNamesThem() {
    HttpResponse<String> response = gateway.get("/v1/issues/iss-old/packet");

    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(json(response).path("type").textValue()).endsWith("/several-projects");
    assertThat(json(response).path("projects")).isEqualTo(json("[\"bank\", \"shop\"]"));
  }

  @Test
  void nameOfSeveralProjects_isFoundInTheOneThatIsAskedFor() {
    HttpResponse<String> response = gateway.get("/v1/issues/iss-old/packet?project=bank");

    assertThat(response.body()).isEqualTo(new String(LEAK.packet(), StandardCharsets.UTF_8));
  }

  @Test
  void storesThatCannotAnswer_areNotAnEmptyList() {
    gateway.queries.available = false;

    assertThat(gateway.get("/v1/issues").statusCode()).isEqualTo(503);
  }
}
