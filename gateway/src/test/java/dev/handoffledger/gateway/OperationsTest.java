package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.RoleSummary;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KafkaExtension.class)
class OperationsTest {
  private KafkaExtension.Kafka kafka;
  private GatewayUnderTest gateway;

  @BeforeEach
  void startGateway(KafkaExtension.Kafka running) throws InterruptedException {
    kafka = running;
    gateway =
        GatewayUnderTest.start(kafka, config -> config.withReplyTimeout(Duration.ofSeconds(1)));
  }

  @AfterEach
  void closeGateway() {
    gateway.close();
  }

  @Test
  void livez_answersWhileTheProcessServes() {
    gateway.otherParts.add(new ReadinessPart("projections", false, "restoring"));

    assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void readyz_namesEveryPart() {
    gateway.otherParts.add(new ReadinessPart("projections", true, "running"));

    HttpResponse<String> response = gateway.get("/readyz");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(json(response).path("ready").booleanValue()).isTrue();
    assertThat(json(response).path("parts"))
        .extracting(part -> part.path("name").textValue())
        .containsExactly("projections", "handoff.replies", "handoff.idempotency", "handoff.ledger");
  }

  @Test
  void readyz_saysWhatIsMissing() {
    gateway.otherParts.add(new ReadinessPart("projections", false, "restoring 40 of 100 facts"));

    HttpResponse<String> response = gateway.get("/readyz");

    assertThat(response.statusCode()).isEqualTo(503);
    JsonNode body = json(response);
    assertThat(body.path("ready").booleanValue()).isFalse();
    assertThat(body.at("/parts/0"))
        .isEqualTo(
            json(
                """
                {"name": "projections", "ready": false, "detail": "restoring 40 of 100 facts"}"""));
  }

  @Test
  void metrics_keepToTheGrammarOfTheTextFormat() {
    gateway.queries.position = LedgerPosition.parse("0:12,1:7");
    gateway.queries.roles.add(new RoleSummary("human", 3, Samples.NOON));
    gateway.queries.roles.add(
        new RoleSummary("evil\" \\ \n# TYPE x counter\nx 1 }{,=", 1, Samples.NOON));
    gateway.get("/v1/sessions/codelens/%22%0Aquote");
    gateway.get("/nowhere");

    HttpResponse<String> response = gateway.get("/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    PrometheusGrammar.assertValid(response.body());
    assertThat(response.body())
        .contains("handoff_ledger_position{partition=\"0\"} 12\n")
        .contains("handoff_open_handoffs{role=\"human\"} 3\n")
        .contains("role=\"evil\\\" \\\\ \\n# TYPE x counter\\nx 1 }{,=\"} 1\n")
        .contains("handoff_ready{part=\"handoff.replies\"} 1\n")
        .containsPattern("process_heap_used_bytes [0-9]+\n");
  }

  @Test
  void metrics_countRequestsByRouteAndStatus() {
    gateway.get("/v1/sessions/codelens/a");
    gateway.get("/v1/sessions/codelens/b");
    gateway.get("/nowhere");

    String metrics = gateway.get("/metrics").body();

    assertThat(labels(metrics, "handoff_gateway_requests_total"))
        .contains("method=\"GET\",route=\"/v1/sessions/{format}/{id}\",status=\"404\"} 2")
        .contains("method=\"other\",route=\"none\",status=\"404\"} 1");
  }

  @Test
  void metrics_countArtifactsByOutcome() throws Exception {
    try (LedgerStandIn ledger = LedgerStandIn.start(kafka.bootstrapServers())) {
      byte[] artifact = Samples.baton(UUID.randomUUID().toString(), "g");
      String silent = UUID.randomUUID().toString();
      ledger.silent.add("codelens/" + silent);
      gateway.post("/v1/handoffs", "application/json", artifact);
      gateway.post("/v1/handoffs", "application/json", artifact);
      gateway.post("/v1/handoffs", "application/json", Samples.bytes("x"));
      gateway.post("/v1/handoffs", "application/json", Samples.baton(silent, "g"));

      String metrics = gateway.get("/metrics").body();

      assertThat(metrics)
          .contains("handoff_gateway_artifacts_total{outcome=\"recorded\"} 1\n")
          .contains("handoff_gateway_artifacts_total{outcome=\"duplicate\"} 1\n")
          .contains("handoff_gateway_artifacts_total{outcome=\"rejected\"} 1\n")
          .contains("handoff_gateway_artifacts_total{outcome=\"pending\"} 1\n")
          .contains("handoff_gateway_rejections_total{reason=\"not_json\"} 1\n")
          .contains("handoff_gateway_reply_timeouts_total 1\n");
    }
  }

  @Test
  void metrics_areGivenWhileTheProjectionsCannotTell() {
    gateway.queries.available = false;

    HttpResponse<String> response = gateway.get("/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    PrometheusGrammar.assertValid(response.body());
  }

  @Test
  void close_answersWhatIsBeingWorkedOnAndTakesNoMore() throws Exception {
    String session = UUID.randomUUID().toString();
    try (LedgerStandIn ledger = LedgerStandIn.start(kafka.bootstrapServers())) {
      ledger.silent.add("codelens/" + session);
      CompletableFuture<Integer> unanswered =
          CompletableFuture.supplyAsync(
              () ->
                  gateway
                      .post("/v1/handoffs", "application/json", Samples.baton(session, "g"))
                      .statusCode());
      awaitArrival(ledger, "codelens/" + session);

      gateway.close();

      assertThat(unanswered.get(10, TimeUnit.SECONDS)).isEqualTo(202);
      assertThatThrownBy(() -> gateway.get("/livez")).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void portThatIsTaken_isSaidAndTheGatewayCanBeClosed() {
    int taken = gateway.port();

    assertThatThrownBy(() -> GatewayUnderTest.start(kafka, config -> config.withPort(taken)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(Integer.toString(taken));
  }

  private static void awaitArrival(LedgerStandIn ledger, String session) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (ledger.arrivals.stream().noneMatch(arrival -> session.equals(arrival.key()))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static String labels(String metrics, String family) {
    return String.join(
        "\n", metrics.lines().filter(line -> line.startsWith(family + "{")).toList());
  }
}
