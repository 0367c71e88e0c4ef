package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdempotencyTest {
  private KafkaExtension.Kafka kafka;
  private LedgerStandIn ledger;
  private GatewayUnderTest gateway;

  @BeforeAll
  void startGateway(KafkaExtension.Kafka running) throws InterruptedException {
    kafka = running;
    ledger = LedgerStandIn.start(kafka.bootstrapServers());
    gateway = GatewayUnderTest.start(kafka);
  }

  @AfterAll
  void closeGateway() throws InterruptedException {
    gateway.close();
    ledger.close();
  }

  @Test
  void sameKeyAndBody_isADuplicate() {
    String key = newKey();
    byte[] body = Samples.baton(newKey(), "g");

    assertThat(publish(gateway, key, body).statusCode()).isEqualTo(201);
    assertThat(publish(gateway, key, body).statusCode()).isEqualTo(200);
  }

  @Test
  void sameKeyAndAnotherBody_isAConflictAndIsNotPublished() {
    String key = newKey();
    String second = newKey();
    publish(gateway, key, Samples.baton(newKey(), "g"));

    HttpResponse<String> response = publish(gateway, key, Samples.baton(second, "g"));

    assertConflict(response);
    assertThat(ledger.arrivals).noneMatch(arrival -> ("codelens/" + second).equals(arrival.key()));
  }

  @Test
  void key_isRememberedAcrossARestart() throws Exception {
    String key = newKey();
    try (GatewayUnderTest before = GatewayUnderTest.start(kafka)) {
      publish(before, key, Samples.baton(newKey(), "g"));
    }

    try (GatewayUnderTest after = GatewayUnderTest.start(kafka)) {
      assertConflict(publish(after, key, Samples.baton(newKey(), "g")));
    }
  }

  @Test
  void key_isSharedByAllGateways() throws Exception {
    String key = newKey();
    byte[] body = Samples.baton(newKey(), "g");
    try (GatewayUnderTest other = GatewayUnderTest.start(kafka)) {
      publish(gateway, key, body);

      assertThat(publish(other, key, body).statusCode()).isEqualTo(200);
      assertConflict(publish(other, key, Samples.baton(newKey(), "g")));
    }
  }

  @Test
  void keyUsedByManyAtTheSameTime_isGivenToOneBody() throws Exception {
    String key = newKey();
    try (GatewayUnderTest other = GatewayUnderTest.start(kafka)) {
      List<CompletableFuture<Integer>> statuses =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () ->
                              publish(
                                      i % 2 == 0 ? gateway : other,
                                      key,
                                      Samples.baton(newKey(), "g"))
                                  .statusCode()))
              .toList();

      assertThat(statuses)
          .extracting(CompletableFuture::join)
          .containsOnlyOnce(201)
          .containsOnly(201, 409);
    }
  }

  @Test
  void key_travelsWithTheArtifact() {
    String key = newKey();
    String session = newKey();

    publish(gateway, key, Samples.baton(session, "g"));

    assertThat(ledger.arrivals)
        .filteredOn(arrival -> ("codelens/" + session).equals(arrival.key()))
        .singleElement()
        .satisfies(
            arrival ->
                assertThat(arrival.headers()).containsEntry(HandoffHeaders.IDEMPOTENCY_KEY, key));
  }

  @Test
  void keyOfABatch_standsForTheWholeBody() {
    String key = newKey();
    String ndjson = "application/x-ndjson";

    gateway.post("/v1/handoffs", ndjson, Samples.bytes("{}\n"), "Idempotency-Key", key);

    assertConflict(
        gateway.post("/v1/handoffs", ndjson, Samples.bytes("{}\n{}\n"), "Idempotency-Key", key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "ünïcödé"})
  void keyOutsideVisibleAscii_isABadRequest(String key) {
    String response =
        gateway.sendRaw(
            "POST /v1/handoffs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: 2\r\nIdempotency-Key: "
                + key
                + "\r\n\r\n{}");

    assertThat(response).startsWith("HTTP/1.1 400 ").contains("bad-header");
  }

  @Test
  void keyThatIsTooLong_isABadRequest() {
    assertThat(publish(gateway, "k".repeat(256), Samples.bytes("{}")).statusCode())
        .isNotEqualTo(400);
    assertThat(publish(gateway, "k".repeat(257), Samples.bytes("{}")).statusCode()).isEqualTo(400);
  }

  private static HttpResponse<String> publish(GatewayUnderTest gateway, String key, byte[] body) {
    return gateway.post("/v1/handoffs", "application/json", body, "Idempotency-Key", key);
  }

  private static void assertConflict(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(409);
    assertThat(json(response).path("type").textValue())
        .isEqualTo("https://handoffledger.dev/problems/idempotency-key-reused");
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }
}
