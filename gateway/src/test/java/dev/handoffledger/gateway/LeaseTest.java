package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.gateway.LedgerStandIn.Arrival;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.Reply.Refusal;
import dev.handoffledger.schemas.wire.Topics;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
class LeaseTest {
  private static final String JSON = "application/json";
  private static final String BY_ROLE = "/v1/roles/reviewer/claims";
  private static final String HOLDER = "{\"holder\": \"ada@loom\"}";

  private LedgerStandIn ledger;
  private GatewayUnderTest gateway;

  @BeforeAll
  void startGateway(KafkaExtension.Kafka kafka) throws InterruptedException {
    ledger = LedgerStandIn.start(kafka.bootstrapServers());
    gateway =
        GatewayUnderTest.start(kafka, config -> config.withReplyTimeout(Duration.ofSeconds(2)));
  }

  @AfterAll
  void closeGateway() throws InterruptedException {
    gateway.close();
    ledger.close();
  }

  @BeforeEach
  void emptyTheLedger() {
    gateway.queries.handoffs.clear();
    gateway.queries.artifacts.clear();
    gateway.queries.position = LedgerPosition.START;
    gateway.queries.available = true;
    ledger.leases.held.clear();
    ledger.leases.refusals.clear();
    ledger.silent.clear();
    ledger.arrivals.clear();
  }

  // Claims by role.

  @Test
  void claimByRole_givesTheLeaseTheHandoffAndItsArtifact() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    gateway.queries.artifacts.put(Samples.id(1), Samples.bytes("{\"n\": 1.10}"));

    HttpResponse<String> response = post(BY_ROLE, HOLDER);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(response.headers().firstValue("Ledger-Position")).isPresent();
    JsonNode claim = json(response);
    assertThat(claim.fieldNames())
        .toIterable()
        .containsExactly("token", "holder", "since", "until", "delivery", "handoff", "artifact");
    assertThat(ClaimToken.parse(claim.path("token").textValue()))
        .hasValueSatisfying(token -> assertThat(token.row()).isEqualTo(Samples.id(1)));
    assertThat(claim.path("holder").textValue()).isEqualTo("ada@loom");
    assertThat(claim.path("until").textValue()).isEqualTo("2026-11-30T12:15:00Z");
    assertThat(claim.at("/handoff/id").textValue()).isEqualTo(Samples.id(1));
    assertThat(response.body()).contains("1.10");
  }

  @Test
  void claimByRole_showsTheLeaseAtTheHandoffWithoutItsToken() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));

    JsonNode lease = json(post(BY_ROLE, HOLDER)).at("/handoff/lease");

    assertThat(lease.fieldNames())
        .toIterable()
        .containsExactly("holder", "since", "until", "delivery");
  }

  @Test
  void claimByRole_sendsTheCommandKeyedByTheSession() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));

    post(BY_ROLE, "{\"holder\": \"ada@loom\", \"lease_seconds\": 60}", "Idempotency-Key", "k");

    Arrival arrival = commands().get(0);
    assertThat(arrival.key()).isEqualTo("codelens/a");
    Command.Claim claim = (Command.Claim) command(arrival);
    assertThat(claim)
        .isEqualTo(
            new Command.Claim(
                "codelens/a", Samples.id(1), "ada@loom", Duration.ofSeconds(60), "reviewer", "k"));
  }

  @Test
  void handoffWithANaturalKey_isNamedByIt() {
    HandoffView view = Samples.handoff(1, "kxm/a", "reviewer");
    gateway.queries.handoffs.add(Samples.named(view, "h-17"));

    post("/v1/handoffs/" + Samples.id(1) + "/claims", HOLDER);

    assertThat(command(commands().get(0)).row()).isEqualTo("h-17");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELD", "NOT_OPEN", "WITHHELD", "ESCALATED"})
  void claimThatIsLostToAnother_isGivenAnotherHandoff(String refusal) {
    for (int number = 1; number <= 4; number++) {
      gateway.queries.handoffs.add(Samples.handoff(number, "codelens/a", "reviewer"));
    }
    for (int number = 1; number <= 3; number++) {
      ledger.leases.refusals.put(Samples.id(number), Refusal.valueOf(refusal));
    }

    HttpResponse<String> response = post(BY_ROLE, HOLDER);

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(json(response).at("/handoff/id").textValue()).isEqualTo(Samples.id(4));
  }

  @Test
  void claimsByRole_drawAmongTheOldest() {
    for (int number = 1; number <= 40; number++) {
      gateway.queries.handoffs.add(Samples.handoff(number, "codelens/a", "reviewer"));
      if (number <= 32) {
        ledger.leases.refusals.put(Samples.id(number), Refusal.HELD);
      }
    }

    HttpResponse<String> response = post(BY_ROLE, HOLDER);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(commands()).hasSize(32);
  }

  @Test
  void claimByRole_asksOnlyForWhatTheClaimerCanDoAndWants() {
    gateway.queries.handoffs.add(
        Samples.handoff(1, "codelens/a", null, List.of("rust"), "reviewer"));
    gateway.queries.handoffs.add(
        Samples.handoff(2, "codelens/b", null, List.of("java"), "reviewer"));
    gateway.queries.handoffs.add(
        Samples.handoff(3, "codelens/c", null, List.of("rust"), "reviewer"));

    HttpResponse<String> response =
        post(
            BY_ROLE,
            """
            {"holder": "ada@loom", "capabilities": ["rust", "go"], "kinds": ["session_baton"],
             "sessions": ["codelens/b", "codelens/c"]}""");

    assertThat(json(response).at("/handoff/id").textValue()).isEqualTo(Samples.id(3));
  }

  @Test
  void nothingToClaim_saysWhatWasWaitedForAndWhy() {
    gateway.queries.handoffs.add(
        Samples.handoff(1, "codelens/a", Samples.lease("grace"), List.of(), "reviewer"));
    gateway.queries.handoffs.add(
        Samples.handoff(2, "codelens/b", null, List.of("\u202Eevil"), "reviewer"));
    gateway.queries.handoffs.add(
        Samples.handoff(3, "codelens/c", Samples.lease("ada@loom"), List.of(), "reviewer"));

    HttpResponse<String> response = post(BY_ROLE, HOLDER);

    assertProblem(response, 404, "nothing-to-claim");
    assertThat(response.headers().firstValue("Retry-After")).isPresent();
    JsonNode problem = json(response);
    assertThat(problem.path("code").textValue()).isEqualTo("nothing_to_claim");
    assertThat(problem.path("waited_for"))
        .isEqualTo(
            json(
                """
                {"role": "reviewer", "capabilities": [], "kinds": [], "sessions": []}"""));
    assertThat(problem.path("waited_seconds").intValue()).isZero();
    assertThat(problem.path("open"))
        .isEqualTo(
            json(
                """
                {"counted": 3, "more": false, "held": 1, "held_by_claimer": 1,
                 "lacking_capabilities": 1,
                 "escalated": 0, "of_other_kinds_or_sessions": 0}"""));
    assertThat(problem.path("detail").textValue())
        .isEqualTo(
            "Nothing could be claimed now. Open for the role: 3, of them 1 held by others, 1 held by"
                + " the claimer, 1 asking for other capabilities.");
  }

  @Test
  void waitingClaim_getsWhatComesMeanwhile() {
    CompletableFuture<HttpResponse<String>> response =
        CompletableFuture.supplyAsync(
            () -> post(BY_ROLE, "{\"holder\": \"ada@loom\", \"wait_seconds\": 20}"));

    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    gateway.queries.position = LedgerPosition.parse("1:42");

    assertThat(response.join().statusCode()).isEqualTo(201);
  }

  @Test
  void waitingClaim_endsWithItsTime() {
    long before = System.nanoTime();

    HttpResponse<String> response =
        post(BY_ROLE, "{\"holder\": \"ada@loom\", \"wait_seconds\": 1}");

    assertProblem(response, 404, "nothing-to-claim");
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(8));
    assertThat(json(response).path("waited_seconds").intValue()).isEqualTo(1);
  }

  @Test
  void gatewayThatStops_sendsWaitingClaimsAway(KafkaExtension.Kafka kafka) throws Exception {
    CompletableFuture<HttpResponse<String>> response;
    try (GatewayUnderTest stopping = GatewayUnderTest.start(kafka)) {
      response =
          CompletableFuture.supplyAsync(
              () ->
                  stopping.post(
                      BY_ROLE,
                      JSON,
                      Samples.bytes("{\"holder\": \"ada@loom\", \"wait_seconds\": 60}")));
      assertThat(stopping.queries.claimableAsked.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    assertProblem(response.join(), 503, "not-available");
  }

  @Test
  void claimByRoleWithTheSameKey_givesTheSameLease() {
    for (int number = 1; number <= 20; number++) {
      gateway.queries.handoffs.add(Samples.handoff(number, "codelens/a", "reviewer"));
    }
    String key = UUID.randomUUID().toString();

    JsonNode first = json(post(BY_ROLE, HOLDER, "Idempotency-Key", key));
    JsonNode again = json(post(BY_ROLE, HOLDER, "Idempotency-Key", key));

    assertThat(again.path("token")).isEqualTo(first.path("token"));
    assertThat(ledger.leases.held).hasSize(1);
  }

  @Test
  void claimByRoleWithTheSameKey_asksForTheLastOfTheDrawOnly() {
    for (int number = 1; number <= 4; number++) {
      gateway.queries.handoffs.add(Samples.handoff(number, "codelens/a", "reviewer"));
      if (number > 1) {
        ledger.leases.refusals.put(Samples.id(number), Refusal.HELD);
      }
    }
    String key = UUID.randomUUID().toString();
    post(BY_ROLE, HOLDER, "Idempotency-Key", key);
    ledger.leases.refusals.clear();

    JsonNode again = json(post(BY_ROLE, HOLDER, "Idempotency-Key", key));

    assertThat(again.at("/handoff/id").textValue()).isEqualTo(Samples.id(1));
    assertThat(ledger.leases.held).containsOnlyKeys(Samples.id(1));
  }

  @Test
  void keyOfAnotherClaim_isRefused() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    String key = UUID.randomUUID().toString();
    post(BY_ROLE, HOLDER, "Idempotency-Key", key);

    HttpResponse<String> response = post("/v1/roles/human/claims", HOLDER, "Idempotency-Key", key);

    assertProblem(response, 409, "idempotency-key-reused");
  }

  @Test
  void claimWithoutWordOfIt_saysHowToAskAgain() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/quiet", "reviewer"));
    ledger.silent.add("codelens/quiet");

    HttpResponse<String> response = post(BY_ROLE, HOLDER);

    assertProblem(response, 504, "no-reply");
    JsonNode problem = json(response);
    assertThat(problem.path("handoff").textValue()).isEqualTo(Samples.id(1));
    assertThat(problem.path("detail").textValue()).contains("Idempotency-Key");
    ledger.silent.clear();
    JsonNode again =
        json(
            post(
                "/v1/handoffs/" + Samples.id(1) + "/claims",
                HOLDER,
                "Idempotency-Key",
                problem.path("idempotency_key").textValue()));
    assertThat(again.at("/handoff/id").textValue()).isEqualTo(Samples.id(1));
  }

  @Test
  void claimWithAKeyAndWithoutWordOfIt_givesItsLeaseToTheSameRequest() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/quiet", "reviewer"));
    ledger.silent.add("codelens/quiet");
    String key = UUID.randomUUID().toString();

    HttpResponse<String> response = post(BY_ROLE, HOLDER, "Idempotency-Key", key);

    assertThat(json(response).path("detail").textValue()).contains("same request");
    ledger.silent.clear();
    assertThat(post(BY_ROLE, HOLDER, "Idempotency-Key", key).statusCode()).isEqualTo(201);
  }

  // Claims of one handoff.

  @ParameterizedTest
  @CsvSource({
    "HELD, 409, held",
    "NOT_OPEN, 409, not-open",
    "WITHHELD, 409, withheld",
    "ESCALATED, 409, escalated",
    "UNKNOWN_HANDOFF, 404, unknown-handoff"
  })
  void claimThatIsRefused_isAProblem(String refusal, int status, String type) {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    ledger.leases.refusals.put(Samples.id(1), Refusal.valueOf(refusal));

    HttpResponse<String> response = post("/v1/handoffs/" + Samples.id(1) + "/claims", HOLDER);

    assertProblem(response, status, type);
    assertThat(json(response).path("code").textValue()).isEqualTo(type.replace('-', '_'));
  }

  @Test
  void claimOfAHeldHandoff_saysWhoHoldsItWithoutTheToken() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    post("/v1/handoffs/" + Samples.id(1) + "/claims", HOLDER);

    HttpResponse<String> response =
        post("/v1/handoffs/" + Samples.id(1) + "/claims", "{\"holder\": \"grace\"}");

    assertProblem(response, 409, "held");
    assertThat(json(response).path("lease"))
        .isEqualTo(
            json(
                """
                {"holder": "ada@loom", "since": "2026-11-30T12:00:00Z",
                 "until": "2026-11-30T12:15:00Z", "delivery": 1}"""));
  }

  @Test
  void claimWithoutTheCapabilities_namesThem() {
    gateway.queries.handoffs.add(
        Samples.handoff(1, "codelens/a", null, List.of("rust", "sql"), "reviewer"));

    HttpResponse<String> response =
        post(
            "/v1/handoffs/" + Samples.id(1) + "/claims",
            "{\"holder\": \"ada@loom\", \"capabilities\": [\"sql\"]}");

    assertProblem(response, 409, "lacks-capabilities");
    assertThat(json(response).path("missing")).isEqualTo(json("[\"rust\"]"));
    assertThat(json(response).path("required_capabilities")).isEqualTo(json("[\"rust\", \"sql\"]"));
    assertThat(json(response).path("detail").textValue()).doesNotContain("rust");
  }

  @Test
  void claimOfAnUnknownHandoff_isNotFound() {
    assertProblem(post("/v1/handoffs/" + Samples.id(9) + "/claims", HOLDER), 404, "not-found");
  }

  // What holders do.

  @Test
  void renewedLease_endsLater() {
    String token = claimed();

    HttpResponse<String> response =
        post("/v1/claims/" + token + "/renew", "{\"lease_seconds\": 3600}");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response))
        .isEqualTo(
            json(
                """
                {"token": "%s", "holder": "ada@loom", "since": "2026-11-30T12:00:00Z",
                 "until": "2026-11-30T13:00:00Z", "delivery": 1}"""
                    .formatted(token)));
  }

  @ParameterizedTest
  @CsvSource({"release, reason, released", "complete, note, completed"})
  void endedLease_saysHowItEnded(String action, String member, String how) {
    String token = claimed();

    HttpResponse<String> response =
        post("/v1/claims/" + token + "/" + action, "{\"" + member + "\": \"enough\"}");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response))
        .isEqualTo(
            json(
                """
                {"id": "%s",
                 "ended": {"holder": "ada@loom", "at": "2026-11-30T12:01:00Z", "how": "%s"}}"""
                    .formatted(Samples.id(1), how)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"renew", "release", "complete"})
  void bodyOfAHolder_mayBeEmpty(String action) {
    assertThat(post("/v1/claims/" + claimed() + "/" + action, "").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"renew", "release", "complete"})
  void holderWhoseLeaseEnded_isToldHowAndWhoHoldsItNow(String action) {
    String token = claimed();
    post("/v1/claims/" + token + "/release", "");
    post("/v1/handoffs/" + Samples.id(1) + "/claims", "{\"holder\": \"grace\"}");

    HttpResponse<String> response = post("/v1/claims/" + token + "/" + action, "");

    assertProblem(response, 409, "lease-ended");
    assertThat(json(response).path("ended"))
        .isEqualTo(
            json(
                """
                {"holder": "ada@loom", "at": "2026-11-30T12:01:00Z", "how": "released"}"""));
    assertThat(json(response).at("/lease/holder").textValue()).isEqualTo("grace");
    assertThat(json(response).at("/lease/token").isMissingNode()).isTrue();
  }

  @Test
  void holderWhoseLeaseEnded_isToldThatNobodyHoldsItNow() {
    String token = claimed();
    post("/v1/claims/" + token + "/release", "");

    JsonNode problem = json(post("/v1/claims/" + token + "/renew", ""));

    assertThat(problem.path("lease").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "7.", "7.AAAA", "-1.AAAAAWFi", "7.AAAAAWFi%20"})
  void tokenThatIsNone_isNotFound(String token) {
    assertProblem(post("/v1/claims/" + token + "/renew", ""), 404, "unknown-token");
  }

  @Test
  void tokenOfNoLease_isNotFound() {
    String token = new ClaimToken("codelens/a", Samples.id(1), 3).text();

    assertProblem(post("/v1/claims/" + token + "/complete", ""), 404, "unknown-token");
  }

  // What administrators do.

  @Test
  void forcedRelease_endsTheLeaseOfAnybody() {
    claimed();

    HttpResponse<String> response =
        post(
            "/v1/handoffs/" + Samples.id(1) + "/release",
            "{\"by\": \"root@loom\", \"reason\": \"the agent is gone\"}");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response).at("/ended/how").textValue()).isEqualTo("released");
    assertThat(command(commands().get(commands().size() - 1)))
        .isEqualTo(
            new Command.ForceRelease(
                "codelens/a", Samples.id(1), "root@loom", "the agent is gone"));
  }

  @Test
  void forcedReleaseOfWhatNobodyHolds_isRefused() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));

    HttpResponse<String> response =
        post(
            "/v1/handoffs/" + Samples.id(1) + "/release",
            "{\"by\": \"root@loom\", \"reason\": \"the agent is gone\"}");

    assertProblem(response, 409, "lease-ended");
    assertThat(json(response).path("ended").isNull()).isTrue();
  }

  // What every request must be.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        BY_ROLE + "|{}|bad-member|holder:",
        BY_ROLE + "|{\"holder\": \" \"}|bad-member|holder:",
        BY_ROLE + "|{\"holder\": 7}|bad-member|holder:",
        BY_ROLE + "|{\"holder\": \"a\\u0000b\"}|bad-member|holder:",
        BY_ROLE + "|{\"holder\": \"a\", \"lease_seconds\": 0}|bad-member|lease_seconds:",
        BY_ROLE + "|{\"holder\": \"a\", \"lease_seconds\": 86401}|bad-member|lease_seconds:",
        BY_ROLE + "|{\"holder\": \"a\", \"lease_seconds\": 1.5}|bad-member|lease_seconds:",
        BY_ROLE + "|{\"holder\": \"a\", \"lease_seconds\": \"60\"}|bad-member|lease_seconds:",
        BY_ROLE + "|{\"holder\": \"a\", \"wait_seconds\": 61}|bad-member|wait_seconds:",
        BY_ROLE + "|{\"holder\": \"a\", \"wait_seconds\": -1}|bad-member|wait_seconds:",
        BY_ROLE + "|{\"holder\": \"a\", \"capabilities\": \"x\"}|bad-member|capabilities:",
        BY_ROLE + "|{\"holder\": \"a\", \"kinds\": [7]}|bad-member|kinds:",
        BY_ROLE + "|{\"holder\": \"a\", \"sessions\": [\"\"]}|bad-member|sessions:",
        BY_ROLE + "|{\"holder\": \"a\", \"colour\": \"red\"}|unknown-member|holder",
        BY_ROLE + "|[]|bad-body|object",
        BY_ROLE + "|{|bad-body|JSON",
        BY_ROLE + "|{\"holder\": \"a\", \"holder\": \"b\"}|bad-body|twice",
      })
  void badBody_isNamed(String path, String body, String type, String detail) {
    HttpResponse<String> response = post(path, body);

    assertProblem(response, 400, type);
    assertThat(json(response).path("detail").textValue()).contains(detail);
  }

  @Test
  void forcedRelease_takesAReason() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));

    assertProblem(
        post("/v1/handoffs/" + Samples.id(1) + "/release", "{\"by\": \"root\"}"),
        400,
        "bad-member");
  }

  @Test
  void largeBody_isRefused() {
    assertProblem(post(BY_ROLE, " ".repeat(70_000)), 413, "too-large");
  }

  @ParameterizedTest
  @ValueSource(strings = {BY_ROLE, "/v1/claims/7.AAAA/renew", "/v1/claims/7.AAAA/complete"})
  void bodyThatIsNotSentAsJson_isRefused(String path) {
    assertProblem(
        gateway.post(path, "text/plain", Samples.bytes(HOLDER)), 415, "unsupported-media-type");
  }

  @Test
  void requestWithATokenAlone_needsNoBody() {
    String token = claimed();

    assertThat(gateway.send("POST", "/v1/claims/" + token + "/complete", new byte[0]).statusCode())
        .isEqualTo(200);
  }

  @Test
  void requestWithoutATokenAndWithoutABody_isRefused() {
    assertProblem(gateway.send("POST", BY_ROLE, new byte[0]), 415, "unsupported-media-type");
  }

  @Test
  void claimWhileTheProjectionsCannotTell_isNotAvailable() {
    gateway.queries.available = false;

    assertProblem(post(BY_ROLE, HOLDER), 503, "not-available");
  }

  @Test
  void claims_areCountedByOutcome() {
    claimed();
    post("/v1/handoffs/" + Samples.id(1) + "/claims", "{\"holder\": \"grace\"}");
    post("/v1/roles/nobody/claims", HOLDER);

    assertThat(gateway.get("/metrics").body())
        .contains("handoff_gateway_lease_requests_total{request=\"claim\",outcome=\"granted\"}")
        .contains("handoff_gateway_lease_requests_total{request=\"claim\",outcome=\"held\"}")
        .contains(
            "handoff_gateway_lease_requests_total{request=\"claim\",outcome=\"nothing_to_claim\"}");
  }

  /** The token of a lease on the first handoff. */
  private String claimed() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    return json(post("/v1/handoffs/" + Samples.id(1) + "/claims", HOLDER))
        .path("token")
        .textValue();
  }

  private HttpResponse<String> post(String path, String body, String... headers) {
    return gateway.post(path, JSON, Samples.bytes(body), headers);
  }

  private List<Arrival> commands() {
    return ledger.arrivals.stream()
        .filter(arrival -> arrival.topic().equals(Topics.COMMANDS))
        .toList();
  }

  private static Command command(Arrival arrival) {
    return ((CommandCodec.Result.Understood) CommandCodec.decode(arrival.value().array()))
        .command();
  }

  private static void assertProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(response).path("type").textValue())
        .isEqualTo("https://handoffledger.dev/problems/" + type);
  }
}
