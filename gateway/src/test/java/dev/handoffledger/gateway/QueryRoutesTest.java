package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.Reply.Lease;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryRoutesTest {
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
  void emptyTheLedger() {
    gateway.queries.sessions.clear();
    gateway.queries.facts.clear();
    gateway.queries.handoffs.clear();
    gateway.queries.artifacts.clear();
    gateway.queries.roles.clear();
    gateway.queries.rejections.clear();
    gateway.queries.position = LedgerPosition.START;
    gateway.queries.available = true;
  }

  @Test
  void sessions_areShownAsDocumented() {
    gateway.queries.sessions.add(
        Samples.session("codelens/a", SessionState.OPEN, Samples.NOON.plusMillis(5)));

    HttpResponse<String> response = gateway.get("/v1/sessions");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(json(response))
        .isEqualTo(
            json(
                """
                {"items": [{"session": "codelens/a", "format": "codelens", "state": "open",
                  "facts": 2, "handoffs": 1, "open": 1,
                  "first_recorded_at": "2026-11-30T12:00:00Z",
                  "last_recorded_at": "2026-11-30T12:00:00.005Z",
                  "newest": "sha256:%064x", "chain": "%064x"}],
                 "next": null}"""
                    .formatted(1, 0)));
  }

  @ParameterizedTest
  @CsvSource({
    "format=cortex, cortex/b",
    "state=closed, cortex/b",
    "state=open, codelens/a",
    "since=2026-11-30T12:00:01Z, cortex/b",
    "since=2026-11-30T13:00:01%2B01:00, cortex/b",
    "since=2026-11-30T13:00:01+01:00, cortex/b",
    "until=2026-11-30T12:00:01Z, codelens/a"
  })
  void sessions_areFiltered(String query, String expected) {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.sessions.add(
        Samples.session("cortex/b", SessionState.CLOSED, Samples.NOON.plusSeconds(1)));

    JsonNode items = json(gateway.get("/v1/sessions?" + query)).path("items");

    assertThat(items).hasSize(1);
    assertThat(items.get(0).path("session").textValue()).isEqualTo(expected);
  }

  @Test
  void sessions_continueAtTheCursor() {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.sessions.add(
        Samples.session("codelens/b", SessionState.OPEN, Samples.NOON.plusSeconds(1)));

    JsonNode first = json(gateway.get("/v1/sessions?limit=1"));
    JsonNode second =
        json(gateway.get("/v1/sessions?limit=1&cursor=" + first.path("next").textValue()));

    assertThat(first.at("/items/0/session").textValue()).isEqualTo("codelens/b");
    assertThat(second.at("/items/0/session").textValue()).isEqualTo("codelens/a");
    assertThat(second.path("next").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/sessions?limit=0, limit",
    "/v1/sessions?limit=1001, limit",
    "/v1/sessions?limit=x, limit",
    "/v1/sessions?limit=-1, limit",
    "/v1/sessions?limit=99999999999999999999, limit",
    "/v1/sessions?limit=1&limit=2, limit",
    "/v1/sessions?state=half, state",
    "/v1/sessions?since=yesterday, since",
    "/v1/sessions?since=2026-02-30T00:00:00Z, since",
    "/v1/sessions?until=2026-11-30T12:00, until",
    "/v1/sessions?cursor=nonsense, cursor",
    "/v1/sessions/codelens/a?cursor=nonsense, cursor",
    "/v1/roles/human?limit=0, limit",
    "/v1/rejections?reason=bad_mood, reason",
    "/v1/rejections?since=1, since"
  })
  void badParameter_isNamed(String path, String parameter) {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));

    HttpResponse<String> response = gateway.get(path);

    assertProblem(response, 400, "bad-parameter");
    assertThat(json(response).path("detail").textValue()).contains(parameter + ":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/sessions?colour=red",
        "/v1/sessions/codelens/a?format=x",
        "/v1/handoffs/sha256:00?x=1",
        "/v1/roles?limit=3",
        "/v1/rejections?formt=x"
      })
  void unknownParameter_isRefused(String path) {
    assertProblem(gateway.get(path), 400, "unknown-parameter");
  }

  @Test
  void session_hasTheSummaryTheNewestHandoffAndTheFacts() {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.facts.add(Samples.recorded("codelens/a", 1));
    gateway.queries.facts.add(
        Samples.fact(
            "codelens/a",
            2,
            new Fact.Answered(
                Samples.id(9),
                "codelens/z",
                "reviewer_verdict",
                Link.By.DECLARED,
                true,
                true,
                false)));
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "coding-agent"));
    gateway.queries.artifacts.put(Samples.id(1), Samples.bytes("{\"n\": 1.10, \"m\": 2.0}"));

    JsonNode body = json(gateway.get("/v1/sessions/codelens/a"));

    assertThat(body.at("/summary/session").textValue()).isEqualTo("codelens/a");
    assertThat(body.at("/newest/id").textValue()).isEqualTo(Samples.id(1));
    assertThat(body.at("/newest/artifact/n").decimalValue()).isEqualByComparingTo("1.1");
    assertThat(body.path("facts"))
        .extracting(fact -> fact.path("fact").textValue())
        .containsExactly("answered", "recorded");
    assertThat(body.at("/facts/0/answer"))
        .isEqualTo(
            json(
                """
                {"id": "%s", "session": "codelens/z", "kind": "reviewer_verdict",
                 "by": "declared", "completes": true, "by_other": true, "withdrawn": false}"""
                    .formatted(Samples.id(9))));
    assertThat(body.path("next").isNull()).isTrue();
  }

  @Test
  void artifactInASession_keepsItsNumbersAsPublished() {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a"));
    gateway.queries.artifacts.put(
        Samples.id(1), Samples.bytes("{\"n\": 1.10, \"m\": 0.1234567890123456789}"));

    String body = gateway.get("/v1/sessions/codelens/a").body();

    assertThat(body).contains("1.10").contains("0.1234567890123456789");
  }

  @Test
  void fact_leavesOutWhatDoesNotApply() {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.facts.add(
        Samples.fact(
            "codelens/a",
            1,
            new Fact.Linked(
                Link.linked(
                    new ParentReference("codelens/p", "planner_brief", null, null, true),
                    Samples.id(5),
                    false,
                    false),
                7)));

    JsonNode fact = json(gateway.get("/v1/sessions/codelens/a")).at("/facts/0");

    assertThat(fact.fieldNames())
        .toIterable()
        .containsExactly(
            "seq",
            "fact",
            "id",
            "recorded_at",
            "link",
            "supersedes",
            "partition",
            "offset",
            "chain");
  }

  static Stream<Arguments> leaseFacts() {
    return Stream.of(
        Arguments.of(
            new Fact.Claimed("ada", Samples.NOON, 2, "reviewer", "secret-key"),
            "{'holder': 'ada', 'until': '2026-11-30T12:00:00Z', 'delivery': 2,"
                + " 'role': 'reviewer'}"),
        Arguments.of(
            new Fact.Renewed(7, "ada", Samples.NOON),
            "{'holder': 'ada', 'token': 7, 'until': '2026-11-30T12:00:00Z'}"),
        Arguments.of(
            new Fact.Released(7, "ada", "root", "gone", false),
            "{'holder': 'ada', 'token': 7, 'by': 'root', 'reason': 'gone', 'escalated': false}"),
        Arguments.of(
            new Fact.Expired(7, "ada", Samples.NOON, true),
            "{'holder': 'ada', 'token': 7, 'due': '2026-11-30T12:00:00Z', 'escalated': true}"),
        Arguments.of(
            new Fact.Completed(7, "ada", null, "done"),
            "{'holder': 'ada', 'token': 7, 'note': 'done'}"));
  }

  @ParameterizedTest
  @MethodSource("leaseFacts")
  void factAboutALease_saysWhatHappenedToIt(Fact.Body body, String lease) {
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.facts.add(Samples.fact("codelens/a", 1, body));

    JsonNode fact = json(gateway.get("/v1/sessions/codelens/a")).at("/facts/0");

    assertThat(fact.path("fact").textValue()).isEqualTo(body.type());
    assertThat(fact.path("lease")).isEqualTo(json(lease.replace('\'', '"')));
  }

  @Test
  void statusByARework_namesIt() {
    gateway.queries.sessions.add(Samples.session("kxm/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.facts.add(
        Samples.fact("kxm/a", 1, new Fact.StatusChanged("superseded", null, null, Samples.id(8))));

    JsonNode fact = json(gateway.get("/v1/sessions/kxm/a")).at("/facts/0");

    assertThat(fact.path("status").textValue()).isEqualTo("superseded");
    assertThat(fact.path("superseded_by").textValue()).isEqualTo(Samples.id(8));
  }

  @Test
  void unknownSession_isNotFound() {
    assertProblem(gateway.get("/v1/sessions/codelens/none"), 404, "not-found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "with space",
        "a/b",
        "a%2Fb/iss-1",
        "100%",
        "%25",
        "..",
        ".",
        "../../etc/passwd",
        "a/../b",
        "a//b",
        "/",
        "a;b=c",
        "a?b#c",
        "a+b&c=d",
        "\\windows\\",
        "line\nfeed",
        "tab\tand\u007fdel",
        "ünïcödé 日本語 🦊",
        "\"quoted\" <tag> {brace}",
        "{id}",
        "*",
        "a:b@c"
      })
  void sessionId_isDecodedExactlyOnce(String id) {
    gateway.queries.sessions.add(Samples.session("loopops/" + id, SessionState.OPEN, Samples.NOON));

    HttpResponse<String> response = gateway.get("/v1/sessions/loopops/" + encoded(id));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response).at("/summary/session").textValue()).isEqualTo("loopops/" + id);
  }

  @Test
  void loopopsSession_isAskedForWithItsOwnEncodingEncoded() {
    gateway.queries.sessions.add(
        Samples.session("loopops/a%2Fb/iss", SessionState.OPEN, Samples.NOON));

    assertThat(gateway.get("/v1/sessions/loopops/a%252Fb%2Fiss").statusCode()).isEqualTo(200);
    assertThat(gateway.get("/v1/sessions/loopops/a%2Fb%2Fiss").statusCode()).isEqualTo(404);
  }

  @Test
  void dotSegments_doNotReachAnotherRoute() {
    HttpResponse<String> response = gateway.get("/v1/sessions/codelens/../../roles");

    assertProblem(response, 404, "not-found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/sessions/codelens/%zz",
        "/v1/sessions/codelens/%ff",
        "/v1/sessions/codelens/%00",
        "/v1/roles/%c0%af",
        "/v1/roles/%u0041"
      })
  void pathThatCannotBeDecoded_isABadRequest(String path) {
    String response =
        gateway.sendRaw(
            "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(response).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
  }

  @Test
  void handoff_isShownAsDocumented() {
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "coding-agent", "human"));

    assertThat(json(gateway.get("/v1/handoffs/" + Samples.id(1))))
        .isEqualTo(
            json(
                """
                {"id": "%s", "format": "codelens", "kind": "session_baton",
                 "session": "codelens/a", "seq": 1, "natural_key": null,
                 "time": "2026-11-30T13:00:00+01:00", "recorded_at": "2026-11-30T12:00:00Z",
                 "roles": ["coding-agent", "human"],
                 "link": {"status": "root", "by": "declared", "verified": false,
                          "ambiguous": false},
                 "status": null, "open": true, "completed_by": null, "lease": null,
                 "escalated": false, "answered_by_other": false, "deliveries": 0,
                 "required_capabilities": [],
                 "warnings": [{"code": "missing_parent", "pointer": "",
                               "message": "It names no parent."}],
                 "publisher": "bot", "project": null, "issue": null, "raw_sha256": "%s",
                 "traceparent": "%s", "position": "1:42"}"""
                    .formatted(Samples.id(1), "ab".repeat(32), Samples.TRACEPARENT)));
  }

  @Test
  void handoff_isFoundWithoutThePrefixToo() {
    gateway.queries.handoffs.add(Samples.handoff(10, "codelens/a"));

    assertThat(gateway.get("/v1/handoffs/" + "%064X".formatted(10)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "sha256:", "sha256:12", "md5:00", "sha256%3Azz"})
  void malformedHandoffId_isABadRequest(String id) {
    assertProblem(gateway.get("/v1/handoffs/" + id), 400, "bad-handoff-id");
    assertProblem(gateway.get("/v1/handoffs/" + id + "/artifact"), 400, "bad-handoff-id");
  }

  @Test
  void unknownHandoff_isNotFound() {
    assertProblem(gateway.get("/v1/handoffs/" + Samples.id(3)), 404, "not-found");
    assertProblem(gateway.get("/v1/handoffs/" + Samples.id(3) + "/artifact"), 404, "not-found");
  }

  @Test
  void artifact_isGivenByteForByte() {
    byte[] artifact = Samples.bytes("\r\n { \"a\" :\t1.0e0, \"b\":\"\\u00fc\" } \n");
    gateway.queries.artifacts.put(Samples.id(1), artifact);

    HttpResponse<byte[]> response = gateway.getBytes("/v1/handoffs/" + Samples.id(1) + "/artifact");

    assertThat(response.body()).isEqualTo(artifact);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(response.headers().firstValue("ETag")).hasValue("\"" + Samples.id(1) + "\"");
  }

  @Test
  void largeArtifact_isGivenByteForByteToAClientThatTakesGzip() {
    byte[] artifact = Samples.bytes("{\"a\": \"" + "x".repeat(100_000) + "\"}");
    gateway.queries.artifacts.put(Samples.id(1), artifact);

    HttpResponse<byte[]> response =
        gateway.getBytes("/v1/handoffs/" + Samples.id(1) + "/artifact", "Accept-Encoding", "gzip");

    assertThat(response.body()).isEqualTo(artifact);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"%s\"", "W/\"%s\"", "*", "\"other\", \"%s\""})
  void artifactThatTheClientHolds_isNotSentAgain(String ifNoneMatch) {
    gateway.queries.artifacts.put(Samples.id(1), Samples.bytes("{}"));

    HttpResponse<String> response =
        gateway.get(
            "/v1/handoffs/" + Samples.id(1) + "/artifact",
            "If-None-Match",
            ifNoneMatch.formatted(Samples.id(1)));

    assertThat(response.statusCode()).isEqualTo(304);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("ETag")).isPresent();
  }

  @Test
  void artifactOfAnotherTag_isSent() {
    gateway.queries.artifacts.put(Samples.id(1), Samples.bytes("{}"));

    assertThat(
            gateway
                .get(
                    "/v1/handoffs/" + Samples.id(1) + "/artifact",
                    "If-None-Match",
                    "\"" + Samples.id(2) + "\"")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void roles_areShownAsDocumented() {
    gateway.queries.roles.add(new RoleSummary("human", 2, Samples.NOON));
    gateway.queries.roles.add(new RoleSummary("reviewer", 0, null));

    assertThat(json(gateway.get("/v1/roles")))
        .isEqualTo(
            json(
                """
                {"items": [
                  {"role": "human", "open": 2, "oldest_recorded_at": "2026-11-30T12:00:00Z"},
                  {"role": "reviewer", "open": 0, "oldest_recorded_at": null}]}"""));
  }

  @Test
  void role_listsItsOpenHandoffs() {
    String role = "rôle/with %2F";
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", role));
    gateway.queries.handoffs.add(Samples.handoff(2, "codelens/b", "other"));

    JsonNode body = json(gateway.get("/v1/roles/" + encoded(role)));

    assertThat(body.path("role").textValue()).isEqualTo(role);
    assertThat(body.path("items")).hasSize(1);
    assertThat(body.at("/items/0/id").textValue()).isEqualTo(Samples.id(1));
    assertThat(body.path("next").isNull()).isTrue();
  }

  @Test
  void leases_areThoseThatEndFirst() {
    for (int number = 1; number <= 3; number++) {
      Lease lease =
          new Lease("t" + number, "ada", Samples.NOON, Samples.NOON.plusSeconds(60 - number), 1);
      gateway.queries.handoffs.add(
          Samples.handoff(number, "codelens/a", lease, List.of(), "reviewer"));
    }

    JsonNode items = json(gateway.get("/v1/leases?limit=2")).path("items");

    assertThat(items.findValuesAsText("id")).containsExactly(Samples.id(3), Samples.id(2));
    assertThat(items.at("/0/lease/until").textValue()).isEqualTo("2026-11-30T12:00:57Z");
    assertThat(items.at("/0/lease").has("token")).isFalse();
  }

  @Test
  void rejectedArtifact_isTheBytesThatWereRefused() {
    byte[] refused = {'{', (byte) 0xff, 0};
    gateway.queries.rejections.add(Samples.rejection(Reason.NOT_JSON, null, Samples.NOON));
    gateway.queries.rejectedBytes.put("0:7", refused);

    HttpResponse<byte[]> answer = gateway.getBytes("/v1/rejections/0:7/artifact");

    assertThat(answer.body()).isEqualTo(refused);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void rejections_areShownAsDocumented() {
    gateway.queries.rejections.add(Samples.rejection(Reason.NOT_JSON, null, Samples.NOON));

    assertThat(json(gateway.get("/v1/rejections")))
        .isEqualTo(
            json(
                """
                {"items": [{"at": "2026-11-30T12:00:00Z", "reason": "not_json",
                  "problems": [{"code": "not_json", "pointer": "/a", "message": "Change it."}],
                  "topic": "handoff.in.unknown", "partition": 2, "offset": 9, "session": null,
                  "kind": null, "publisher": "bot", "size": 23, "raw_sha256": "%s",
                  "position": "0:7"}], "next": null}"""
                    .formatted("cd".repeat(32))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reason=bad_timestamp", "kind=agent_state", "since=2026-11-30T12:00:01Z"})
  void rejections_areFiltered(String query) {
    gateway.queries.rejections.add(Samples.rejection(Reason.NOT_JSON, null, Samples.NOON));
    gateway.queries.rejections.add(
        Samples.rejection(Reason.BAD_TIMESTAMP, "agent_state", Samples.NOON.plusSeconds(1)));

    JsonNode items = json(gateway.get("/v1/rejections?" + query)).path("items");

    assertThat(items).hasSize(1);
    assertThat(items.get(0).path("kind").textValue()).isEqualTo("agent_state");
  }

  @Test
  void answer_carriesTheLedgerPosition() {
    gateway.queries.position = LedgerPosition.parse("0:12,1:7");

    assertThat(gateway.get("/v1/roles").headers().firstValue("Ledger-Position"))
        .hasValue("0:12,1:7");
  }

  @Test
  void requestAtAPositionThatWasReached_isAnswered() {
    gateway.queries.position = LedgerPosition.parse("0:12,1:7");

    assertThat(gateway.get("/v1/roles", "Ledger-Position", "1:7").statusCode()).isEqualTo(200);
  }

  @Test
  void requestAtTheStartOfTheLedger_isAnswered() {
    assertThat(gateway.get("/v1/roles", "Ledger-Position", "start").statusCode()).isEqualTo(200);
  }

  @Test
  void requestAtAPositionThatIsNotReached_isAskedToComeAgain() {
    HttpResponse<String> response = gateway.get("/v1/roles", "Ledger-Position", "1:7");

    assertProblem(response, 503, "not-available");
    assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "1:", ":1", "0:1,", "0:-1", "1:99999999999999999999"})
  void malformedPosition_isABadRequest(String position) {
    assertProblem(gateway.get("/v1/sessions", "Ledger-Position", position), 400, "bad-header");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/sessions",
        "/v1/sessions/codelens/a",
        "/v1/roles",
        "/v1/roles/human",
        "/v1/rejections"
      })
  void storesThatAreMoving_areNeverAnEmptyAnswer(String path) {
    gateway.queries.available = false;

    HttpResponse<String> response = gateway.get(path);

    assertProblem(response, 503, "not-available");
    assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
  }

  @Test
  void head_answersWithTheHeadersAlone() {
    gateway.queries.artifacts.put(Samples.id(1), Samples.bytes("{}"));

    HttpResponse<String> response =
        gateway.send("HEAD", "/v1/handoffs/" + Samples.id(1) + "/artifact", null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("ETag")).isPresent();
  }

  @Test
  void headOfWhatIsNotThere_isNotFound() {
    assertThat(gateway.send("HEAD", "/v1/handoffs/" + Samples.id(1), null).statusCode())
        .isEqualTo(404);
  }

  @Test
  void longAnswer_isCompressedForThoseWhoTakeIt() {
    for (int i = 0; i < 50; i++) {
      gateway.queries.sessions.add(
          Samples.session("codelens/" + i, SessionState.OPEN, Samples.NOON));
    }

    assertThat(
            gateway
                .getBytes("/v1/sessions", "Accept-Encoding", "gzip")
                .headers()
                .firstValue("Content-Encoding"))
        .hasValue("gzip");
    assertThat(gateway.getBytes("/v1/sessions").headers().firstValue("Content-Encoding")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1", "/v2/sessions", "/v1/sessions/", "/v1/sessions/codelens"})
  void unknownRoute_isNotFound(String path) {
    assertProblem(gateway.get(path), 404, "not-found");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, /v1/sessions, 'GET, HEAD'",
    "POST, /v1/roles, 'GET, HEAD'",
    "GET, /v1/handoffs, POST",
    "PUT, /livez, 'GET, HEAD'",
    "OPTIONS, /v1/handoffs, POST"
  })
  void wrongMethod_isToldWhichAreAllowed(String method, String path, String allowed) {
    HttpResponse<String> response = gateway.send(method, path, null);

    assertProblem(response, 405, "method-not-allowed");
    assertThat(List.of(response.headers().firstValue("Allow").orElseThrow().split(", ")))
        .containsExactlyInAnyOrder(allowed.split(", "));
  }

  private static String encoded(String text) {
    // The form encoding differs from the percent-encoding of paths in these.
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace(".", "%2E");
  }

  private static void assertProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = json(response);
    assertThat(problem.path("type").textValue())
        .isEqualTo("https://handoffledger.dev/problems/" + type);
    assertThat(problem.path("status").intValue()).isEqualTo(status);
    assertThat(problem.path("title").textValue()).isNotBlank();
    assertThat(problem.path("detail").textValue()).isNotBlank();
  }
}
