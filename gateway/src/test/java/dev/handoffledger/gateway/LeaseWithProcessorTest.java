package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.projections.HandoffView;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** That the gateway and the processor mean the same by a lease. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaseWithProcessorTest {
  private static final String JSON = "application/json";

  private KafkaExtension.Kafka kafka;
  private ProcessorApp processor;
  private GatewayUnderTest gateway;

  @BeforeAll
  void startLedger(@TempDir Path folder) throws Exception {
    kafka = KafkaExtension.Kafka.start();
    processor = new ProcessorApp(ProcessorConfig.singleNode(kafka.bootstrapServers(), folder));
    processor.start();
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!processor.ready()) {
      assertThat(System.nanoTime()).as(processor.status()).isLessThan(deadline);
      LockSupport.parkNanos(50_000_000);
    }
    gateway = GatewayUnderTest.start(kafka);
  }

  @AfterAll
  void closeLedger() throws Exception {
    gateway.close();
    processor.close();
    kafka.close();
  }

  @BeforeEach
  void emptyTheViews() {
    gateway.queries.handoffs.clear();
  }

  @Test
  void lease_isGrantedRenewedAndCompleted() {
    String id = recorded();

    JsonNode claim = json(claim(id, "ada"));
    String token = claim.path("token").textValue();
    JsonNode renewed = json(post("/v1/claims/" + token + "/renew", "{\"lease_seconds\": 3600}"));
    HttpResponse<String> completed =
        post("/v1/claims/" + token + "/complete", "{\"note\": \"done\"}");

    assertThat(claim.path("holder").textValue()).isEqualTo("ada");
    assertThat(claim.path("delivery").intValue()).isEqualTo(1);
    assertThat(renewed.path("token").textValue()).isEqualTo(token);
    assertThat(Instant.parse(renewed.path("until").textValue()))
        .isAfter(Instant.parse(claim.path("until").textValue()).plus(Duration.ofMinutes(40)));
    assertThat(completed.statusCode()).as(completed.body()).isEqualTo(200);
    assertThat(json(completed).at("/ended/how").textValue()).isEqualTo("completed");
    assertThat(json(claim(id, "grace")).path("code").textValue()).isEqualTo("not_open");
  }

  @Test
  void secondHolder_isToldWhoTheFirstIs() {
    String id = recorded();
    claim(id, "ada");

    HttpResponse<String> second = claim(id, "grace");

    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(json(second).path("code").textValue()).isEqualTo("held");
    assertThat(json(second).at("/lease/holder").textValue()).isEqualTo("ada");
  }

  @Test
  void claimByRoleWithTheSameKey_givesTheSameLease() {
    recorded();
    recorded();
    String key = UUID.randomUUID().toString();

    JsonNode first = json(claimByRole(key));
    JsonNode again = json(claimByRole(key));

    assertThat(first.path("token").isTextual()).isTrue();
    assertThat(again.path("token")).isEqualTo(first.path("token"));
  }

  @Test
  void releasedLease_isToldAsEndedAndTheNextHolderToo() {
    String id = recorded();
    String token = json(claim(id, "ada")).path("token").textValue();
    post("/v1/claims/" + token + "/release", "{\"reason\": \"not mine\"}");
    claim(id, "grace");

    HttpResponse<String> late = post("/v1/claims/" + token + "/complete", "{}");

    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(json(late).path("code").textValue()).isEqualTo("lease_ended");
    assertThat(json(late).at("/ended/holder").textValue()).isEqualTo("ada");
    assertThat(json(late).at("/ended/how").textValue()).isEqualTo("released");
    assertThat(json(late).at("/lease/holder").textValue()).isEqualTo("grace");
  }

  @Test
  void leaseThatRanOut_goesToTheNextWhoClaims() {
    String id = recorded();
    String token =
        json(post("/v1/handoffs/" + id + "/claims", "{\"holder\": \"ada\", \"lease_seconds\": 1}"))
            .path("token")
            .textValue();
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    HttpResponse<String> claimed = claim(id, "grace");
    while (claimed.statusCode() == 409) {
      assertThat(System.nanoTime()).as(claimed.body()).isLessThan(deadline);
      claimed = claim(id, "grace");
    }

    JsonNode next = json(claimed);
    JsonNode late = json(post("/v1/claims/" + token + "/renew", "{}"));

    assertThat(next.path("delivery").intValue()).isEqualTo(2);
    assertThat(late.at("/ended/how").textValue()).isEqualTo("expired");
    assertThat(late.at("/lease/holder").textValue()).isEqualTo("grace");
  }

  @Test
  void forcedRelease_freesTheHandoff() {
    String id = recorded();
    claim(id, "ada");

    HttpResponse<String> forced =
        post("/v1/handoffs/" + id + "/release", "{\"by\": \"root\", \"reason\": \"gone\"}");

    assertThat(forced.statusCode()).as(forced.body()).isEqualTo(200);
    assertThat(claim(id, "grace").statusCode()).isEqualTo(201);
  }

  /** Publishes a handoff and shows it as projections would; its id. */
  private String recorded() {
    String session = "s-" + UUID.randomUUID();
    HttpResponse<String> published =
        gateway.post("/v1/handoffs", JSON, Samples.baton(session, "a goal"));
    assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
    String id = json(published).path("id").textValue();
    HandoffView view = Samples.handoff(1, "codelens/" + session, "coding-agent");
    gateway.queries.handoffs.add(Samples.identified(view, id));
    return id;
  }

  private HttpResponse<String> claim(String id, String holder) {
    return post("/v1/handoffs/" + id + "/claims", "{\"holder\": \"" + holder + "\"}");
  }

  private HttpResponse<String> claimByRole(String key) {
    return gateway.post(
        "/v1/roles/coding-agent/claims",
        JSON,
        Samples.bytes("{\"holder\": \"ada\"}"),
        "Idempotency-Key",
        key);
  }

  private HttpResponse<String> post(String path, String body) {
    return gateway.post(path, JSON, Samples.bytes(body));
  }
}
