package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.gateway.LedgerStandIn.Arrival;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublishTest {
  private static final String JSON = "application/json";
  private static final String NDJSON = "application/x-ndjson";

  private LedgerStandIn ledger;
  private GatewayUnderTest gateway;

  @BeforeAll
  void startGateway(KafkaExtension.Kafka kafka) throws InterruptedException {
    ledger = LedgerStandIn.start(kafka.bootstrapServers());
    gateway =
        GatewayUnderTest.start(
            kafka,
            config ->
                config
                    .withReplyTimeout(Duration.ofSeconds(2))
                    .withLimits(new RequestLimits(100_000, 1_000_000, 500, 2_000_000)));
  }

  @AfterAll
  void closeGateway() throws InterruptedException {
    gateway.close();
    ledger.close();
  }

  @Test
  void newArtifact_isCreated() {
    String session = newSession();
    byte[] artifact = Samples.baton(session, "a goal");

    HttpResponse<String> response = gateway.post("/v1/handoffs", JSON, artifact);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(JSON);
    JsonNode outcome = json(response);
    assertThat(outcome.fieldNames())
        .toIterable()
        .containsExactly(
            "outcome",
            "fact",
            "id",
            "session",
            "kind",
            "seq",
            "roles",
            "link",
            "warnings",
            "problems");
    assertThat(outcome.path("outcome").textValue()).isEqualTo("recorded");
    assertThat(outcome.path("fact").textValue()).isEqualTo("recorded");
    assertThat(outcome.path("id").textValue()).isEqualTo(idOf(artifact));
    assertThat(outcome.path("session").textValue()).isEqualTo("codelens/" + session);
    assertThat(outcome.path("kind").textValue()).isEqualTo("session_baton");
    assertThat(outcome.path("seq").longValue()).isEqualTo(1);
    assertThat(outcome.at("/link/status").textValue()).isEqualTo("root");
    assertThat(response.headers().firstValue("Location"))
        .hasValue("/v1/handoffs/" + idOf(artifact));
  }

  @Test
  void artifactPublishedAgain_isADuplicate() {
    byte[] artifact = Samples.baton(newSession(), "a goal");
    gateway.post("/v1/handoffs", JSON, artifact);

    HttpResponse<String> response = gateway.post("/v1/handoffs", JSON, artifact);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response).path("outcome").textValue()).isEqualTo("duplicate");
    assertThat(json(response).path("seq").longValue()).isEqualTo(1);
  }

  @Test
  void badArtifact_isAProblemWithTheOutcomesMembers() {
    String session = newSession();

    HttpResponse<String> response =
        gateway.post(
            "/v1/handoffs",
            JSON,
            Samples.bytes(
                """
                {"schema_version": "codelens-handoff-artifact-v1", "kind": "session_baton",
                 "session_id": "%s"}"""
                    .formatted(session)));

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = json(response);
    assertThat(problem.path("type").textValue())
        .isEqualTo("https://handoffledger.dev/problems/artifact-rejected");
    assertThat(problem.path("status").intValue()).isEqualTo(422);
    assertThat(problem.path("outcome").textValue()).isEqualTo("rejected");
    assertThat(problem.path("session").textValue()).isEqualTo("codelens/" + session);
    assertThat(problem.path("id").isNull()).isTrue();
    assertThat(problem.path("seq").isNull()).isTrue();
    assertThat(problem.path("link").isNull()).isTrue();
    assertThat(problem.at("/problems/0/code").textValue()).isEqualTo("schema_violation");
    assertThat(problem.path("detail").textValue()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "[]",
        "{\"a\":1,\"a\":2}",
        "{} {}",
        "\uFEFF{}",
        "\u0000\u0000\u0000\u0000\u0001{}",
        "null"
      })
  void hostileBody_isPublishedToTheUnknownTopicAndRejected(String body) {
    HttpResponse<String> response = gateway.post("/v1/handoffs", JSON, Samples.bytes(body));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(ledger.arrivals)
        .anySatisfy(
            arrival -> {
              assertThat(arrival.topic()).isEqualTo("handoff.in.unknown");
              assertThat(arrival.key()).isNull();
              assertThat(arrival.value()).isEqualTo(ByteBuffer.wrap(Samples.bytes(body)));
            });
  }

  @Test
  void badArtifactOfAKnownKind_goesToItsKindsTopicUnderItsSession() {
    String session = newSession();
    byte[] artifact =
        Samples.bytes(
            """
            {"schema_version": "codelens-handoff-artifact-v1", "kind": "builder_result",
             "session_id": "%s"}"""
                .formatted(session));

    gateway.post("/v1/handoffs", JSON, artifact);

    Arrival arrival = arrival("codelens/" + session);
    assertThat(arrival.topic()).isEqualTo("handoff.in.builder-result");
    assertThat(arrival.value()).isEqualTo(ByteBuffer.wrap(artifact));
  }

  @Test
  void artifact_goesToItsKindsTopicByteForByteOnItsSessionsPartition() {
    String session = newSession();
    byte[] artifact = Samples.baton(session, "  spaces   and \\u00fc  ");

    gateway.post("/v1/handoffs", JSON, artifact);

    Arrival arrival = arrival("codelens/" + session);
    assertThat(arrival.topic()).isEqualTo("handoff.in.session-baton");
    assertThat(arrival.value()).isEqualTo(ByteBuffer.wrap(artifact));
    assertThat(arrival.partition())
        .isEqualTo(SessionPartitioner.partition("codelens/" + session, 3));
  }

  @Test
  void whatThePublisherSays_travelsInTheHeaders() {
    String session = newSession();
    gateway.post(
        "/v1/handoffs",
        JSON,
        Samples.baton(session, "g"),
        "Handoff-Publisher",
        "planner bot",
        "Handoff-Project",
        "shop",
        "Handoff-Issue",
        "iss-1",
        "Handoff-Claim-Token",
        Samples.lease("ada").token(),
        "traceparent",
        Samples.TRACEPARENT);

    assertThat(arrival("codelens/" + session).headers())
        .containsEntry(HandoffHeaders.PUBLISHER, "planner bot")
        .containsEntry(HandoffHeaders.PROJECT, "shop")
        .containsEntry(HandoffHeaders.ISSUE, "iss-1")
        .containsEntry(HandoffHeaders.CLAIM_TOKEN, Samples.lease("ada").token())
        .containsEntry(HandoffHeaders.TRACEPARENT, Samples.TRACEPARENT)
        .containsKey(HandoffHeaders.REPLY_TO)
        .containsKey(HandoffHeaders.CORRELATION_ID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01"
      })
  void brokenTraceparent_isLeftOut(String traceparent) {
    String session = newSession();

    HttpResponse<String> response =
        gateway.post("/v1/handoffs", JSON, Samples.baton(session, "g"), "traceparent", traceparent);

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(arrival("codelens/" + session).headers())
        .doesNotContainKey(HandoffHeaders.TRACEPARENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "7.AAAA", "seven"})
  void claimTokenThatIsNone_isABadRequest(String token) {
    HttpResponse<String> response =
        gateway.post(
            "/v1/handoffs", JSON, Samples.baton(newSession(), "g"), "Handoff-Claim-Token", token);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("detail").textValue()).contains("Handoff-Claim-Token:");
  }

  @Test
  void publisherOutsideAscii_isReadAsUtf8() {
    String session = newSession();
    String body = new String(Samples.baton(session, "g"), StandardCharsets.UTF_8);

    String response =
        gateway.sendRaw(
            "POST /v1/handoffs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nHandoff-Publisher: José 🦊\r\n"
                + "Content-Length: "
                + body.length()
                + "\r\n\r\n"
                + body);

    assertThat(response).startsWith("HTTP/1.1 201 ");
    assertThat(arrival("codelens/" + session).headers())
        .containsEntry(HandoffHeaders.PUBLISHER, "José 🦊");
  }

  @Test
  void headerThatIsTooLong_isABadRequest() {
    HttpResponse<String> response =
        gateway.post(
            "/v1/handoffs",
            JSON,
            Samples.baton(newSession(), "g"),
            "Handoff-Publisher",
            "x".repeat(257));

    assertProblem(response, 400, "bad-header");
  }

  @Test
  void linkAndRoles_areTheOnesThatTheProjectionsShow() {
    String session = newSession();
    byte[] artifact = Samples.verdict(session, "none");
    Link link =
        Link.linked(
            new ParentReference("codelens/none", "builder_result", null, null, true),
            Samples.id(7),
            true,
            false);
    HandoffView view = Samples.handoff(1, "codelens/" + session, "merge-gate", "human");
    gateway.queries.handoffs.add(
        new HandoffView(
            idOf(artifact),
            view.format(),
            view.kind(),
            view.session(),
            view.seq(),
            view.naturalKey(),
            view.time(),
            view.recordedAt(),
            view.roles(),
            link,
            null,
            true,
            null,
            null,
            false,
            false,
            0,
            List.of(),
            List.of(),
            null,
            null,
            null,
            view.rawHash(),
            null,
            1,
            42));
    gateway.queries.facts.add(Samples.recorded("codelens/" + session, 1));
    gateway.queries.position = LedgerPosition.parse("1:42");

    HttpResponse<String> response = gateway.post("/v1/handoffs", JSON, artifact);

    assertThat(json(response).at("/link/status").textValue()).isEqualTo("linked");
    assertThat(json(response).at("/link/parent").textValue()).isEqualTo(Samples.id(7));
    assertThat(json(response).path("roles"))
        .extracting(JsonNode::textValue)
        .containsExactly("merge-gate", "human");
    assertThat(response.headers().firstValue("Ledger-Position")).hasValue("1:42");
  }

  @Test
  void linkIsTheRepliesOwn_whileTheProjectionsCannotTell() {
    gateway.queries.available = false;
    try {
      HttpResponse<String> response =
          gateway.post("/v1/handoffs", JSON, Samples.verdict(newSession(), "none"));

      assertThat(response.statusCode()).isEqualTo(201);
      assertThat(json(response).at("/link/status").textValue()).isEqualTo("pending");
    } finally {
      gateway.queries.available = true;
    }
  }

  @Test
  void artifactWithoutAReplyInTime_isAccepted() {
    String session = newSession();
    ledger.silent.add("codelens/" + session);
    byte[] artifact = Samples.baton(session, "g");

    HttpResponse<String> response = gateway.post("/v1/handoffs", JSON, artifact);

    assertThat(response.statusCode()).isEqualTo(202);
    JsonNode outcome = json(response);
    assertThat(outcome.path("outcome").textValue()).isEqualTo("pending");
    assertThat(outcome.path("id").textValue()).isEqualTo(idOf(artifact));
    assertThat(outcome.path("session").textValue()).isEqualTo("codelens/" + session);
    assertThat(outcome.path("fact").isNull()).isTrue();
    assertThat(outcome.path("seq").isNull()).isTrue();
    assertThat(outcome.path("link").isNull()).isTrue();
    assertThat(arrival("codelens/" + session).value()).isEqualTo(ByteBuffer.wrap(artifact));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "text/plain",
        "none",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "application/json; charset=utf-16",
        "text/json"
      })
  void otherContentType_isUnsupported(String contentType) {
    byte[] artifact = Samples.baton(newSession(), "g");

    HttpResponse<String> response =
        contentType == null
            ? gateway.send("POST", "/v1/handoffs", artifact)
            : gateway.post("/v1/handoffs", contentType, artifact);

    assertProblem(response, 415, "unsupported-media-type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\""})
  void utf8SaidAloud_isAccepted(String contentType) {
    assertThat(
            gateway
                .post("/v1/handoffs", contentType, Samples.baton(newSession(), "g"))
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void compressedBody_isUnsupported() {
    assertProblem(
        gateway.post(
            "/v1/handoffs", JSON, Samples.baton(newSession(), "g"), "Content-Encoding", "gzip"),
        415,
        "unsupported-media-type");
  }

  @Test
  void artifactOverTheLimit_isTooLarge() {
    assertProblem(
        gateway.post("/v1/handoffs", JSON, Samples.baton(newSession(), "x".repeat(100_001))),
        413,
        "too-large");
  }

  @Test
  void artifactFarOverTheLimit_isTooLargeAndNotCutOff() {
    assertProblem(gateway.post("/v1/handoffs", JSON, new byte[20_000_000]), 413, "too-large");
  }

  @Test
  void chunkedArtifactOverTheLimit_isTooLarge() {
    String chunk = "x".repeat(60_000);

    String response =
        gateway.sendRaw(
            "POST /v1/handoffs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "ea60\r\n"
                + chunk
                + "\r\nea60\r\n"
                + chunk
                + "\r\n0\r\n\r\n");

    assertThat(response).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void artifactOfExactlyTheLimit_isPublished() {
    byte[] baton = Samples.baton(newSession(), "g");
    byte[] artifact = Arrays.copyOf(baton, 100_000);
    Arrays.fill(artifact, baton.length, artifact.length, (byte) ' ');

    assertThat(gateway.post("/v1/handoffs", JSON, artifact).statusCode()).isEqualTo(201);
  }

  @Test
  void batch_answersLineByLineInOrder() {
    String one = newSession();
    String two = newSession();
    byte[] body =
        lines(
            Samples.baton(one, "g"),
            Samples.bytes("not json"),
            Samples.bytes(""),
            Samples.baton(two, "g"),
            Samples.baton(one, "g"));

    HttpResponse<String> response = gateway.post("/v1/handoffs", NDJSON, body);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(NDJSON);
    List<JsonNode> outcomes = outcomes(response);
    assertThat(outcomes)
        .extracting(outcome -> outcome.path("line").intValue())
        .containsExactly(1, 2, 4, 5);
    assertThat(outcomes)
        .extracting(outcome -> outcome.path("outcome").textValue())
        .containsExactly("recorded", "rejected", "recorded", "duplicate");
    assertThat(outcomes.get(1).at("/problems/0/code").textValue()).isEqualTo("not_json");
  }

  @Test
  void batch_keepsTheOrderOfASessionAcrossKinds() {
    String session = newSession();
    byte[] body =
        lines(
            Samples.baton(session, "1"),
            Samples.result(session),
            Samples.baton(session, "2"),
            Samples.verdict(session, "elsewhere"),
            Samples.baton(session, "3"));

    List<JsonNode> outcomes = outcomes(gateway.post("/v1/handoffs", NDJSON, body));

    assertThat(outcomes)
        .extracting(outcome -> outcome.path("seq").longValue())
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void batch_publishesAChildAfterTheAnswerToItsParent() {
    String parent = newSession();
    String child = newSession();
    ledger.silent.add("codelens/" + parent);

    List<JsonNode> outcomes =
        outcomes(
            gateway.post(
                "/v1/handoffs",
                NDJSON,
                lines(Samples.result(parent), Samples.verdict(child, parent))));

    assertThat(outcomes)
        .extracting(outcome -> outcome.path("outcome").textValue())
        .containsExactly("pending", "pending");
    assertThat(outcomes.get(1).at("/warnings/0/code").textValue()).isEqualTo("not_published");
    assertThat(ledger.arrivals).noneMatch(arrival -> ("codelens/" + child).equals(arrival.key()));
  }

  @Test
  void batchOfHundreds_isPipelined() {
    byte[][] artifacts = new byte[500][];
    for (int i = 0; i < artifacts.length; i++) {
      artifacts[i] = Samples.bytes("{\"n\":" + i + "}");
    }

    List<JsonNode> outcomes = outcomes(gateway.post("/v1/handoffs", NDJSON, lines(artifacts)));

    assertThat(outcomes).hasSize(500);
    assertThat(outcomes)
        .extracting(outcome -> outcome.path("outcome").textValue())
        .containsOnly("rejected");
  }

  @Test
  void batchWithALineOverTheLimit_isRejectedInThatLineAlone() {
    List<JsonNode> outcomes =
        outcomes(
            gateway.post(
                "/v1/handoffs",
                NDJSON,
                lines(
                    Samples.baton(newSession(), "x".repeat(100_001)),
                    Samples.baton(newSession(), "g"))));

    assertThat(outcomes)
        .extracting(outcome -> outcome.path("outcome").textValue())
        .containsExactly("rejected", "recorded");
    assertThat(outcomes.get(0).at("/problems/0/code").textValue()).isEqualTo("too_large");
  }

  @Test
  void emptyBatch_hasNoOutcomes() {
    HttpResponse<String> response = gateway.post("/v1/handoffs", NDJSON, new byte[0]);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void batchOfTooManyLines_isTooLarge() {
    assertProblem(
        gateway.post("/v1/handoffs", NDJSON, Samples.bytes("{}\n".repeat(501))), 413, "too-large");
  }

  @Test
  void batchOverTheLimit_isTooLarge() {
    assertProblem(gateway.post("/v1/handoffs", NDJSON, new byte[1_000_001]), 413, "too-large");
  }

  @Test
  void publishesAtTheSameTime_eachGetTheirOwnReply() {
    List<String> sessions = Stream.generate(PublishTest::newSession).limit(20).toList();

    List<CompletableFuture<String>> answers =
        sessions.stream()
            .map(
                session ->
                    CompletableFuture.supplyAsync(
                        () ->
                            json(gateway.post("/v1/handoffs", JSON, Samples.baton(session, "g")))
                                .path("session")
                                .textValue()))
            .toList();

    assertThat(answers)
        .extracting(CompletableFuture::join)
        .isEqualTo(sessions.stream().map(session -> "codelens/" + session).toList());
  }

  private Arrival arrival(String session) {
    return ledger.arrivals.stream()
        .filter(arrival -> session.equals(arrival.key()))
        .findFirst()
        .orElseThrow();
  }

  private static String newSession() {
    return UUID.randomUUID().toString();
  }

  private static String idOf(byte[] artifact) {
    return ((Reading.Accepted) new HandoffReader().read(artifact)).handoff().id();
  }

  private static byte[] lines(byte[]... artifacts) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (byte[] artifact : artifacts) {
      body.writeBytes(artifact);
      body.write('\n');
    }
    return body.toByteArray();
  }

  private static List<JsonNode> outcomes(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body().lines().map(GatewayUnderTest::json).toList();
  }

  private static void assertProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(json(response).path("type").textValue())
        .isEqualTo("https://handoffledger.dev/problems/" + type);
  }
}
