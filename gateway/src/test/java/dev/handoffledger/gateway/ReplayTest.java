package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.LedgerPosition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KafkaExtension.class)
@Timeout(60)
class ReplayTest {
  private static KafkaExtension.Kafka kafka;
  private static GatewayUnderTest gateway;
  private static LedgerWriter ledger;

  private final String session = "codelens/replay-" + UUID.randomUUID();
  private final String onlyOurs = "?session=" + session;

  @BeforeAll
  static void startGateway(KafkaExtension.Kafka running) throws Exception {
    kafka = running;
    gateway = GatewayUnderTest.start(kafka);
    ledger = new LedgerWriter(kafka.bootstrapServers(), gateway.queries);
    severalPartitions();
  }

  @AfterAll
  static void closeGateway() {
    ledger.close();
    gateway.close();
  }

  @Test
  void fact_isToldAsAnEventWithThePositionThatIncludesIt() throws Exception {
    String id = ledger.recorded(session, "session_baton", "coding-agent");
    ledger.claimed(session, id, "agent-1");

    List<JsonNode> facts = facts(replay(onlyOurs));

    assertThat(texts(facts, "fact")).containsExactly("recorded", "claimed");
    JsonNode claimed = facts.get(1);
    assertThat(claimed.path("session").textValue()).isEqualTo(session);
    assertThat(claimed.path("kind").textValue()).isEqualTo("session_baton");
    assertThat(claimed.at("/lease/holder").textValue()).isEqualTo("agent-1");
    LedgerPosition position = LedgerPosition.parse(claimed.path("position").textValue());
    assertThat(position.offsets())
        .containsEntry(claimed.path("partition").intValue(), claimed.path("offset").longValue());
  }

  @Test
  void replay_beginsWithAPositionAndEndsWithTheOneItIsComplete() throws Exception {
    ledger.recorded(session, "session_baton", "coding-agent");

    HttpResponse<String> answer = gateway.get("/v1/ledger" + onlyOurs);
    List<JsonNode> lines = lines(answer);

    assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
    assertThat(lines.get(0).path("position").textValue()).isEqualTo("start");
    JsonNode last = lines.get(lines.size() - 1);
    assertThat(last.path("complete").booleanValue()).isTrue();
    assertThat(answer.headers().firstValue("Ledger-Position"))
        .contains(last.path("position").textValue())
        .contains(gateway.queries.position.toString());
  }

  @Test
  void everyLine_isAPlaceToGoOnFromWithTheRestByteForByte() throws Exception {
    String beginning = gateway.queries.position.toString();
    String to = severalPartitions();

    List<String> whole = texts(after(beginning) + "&to=" + to);
    for (int line = 1; line < whole.size() - 1; line += 3) {
      String position = json(whole.get(line)).path("position").textValue();

      List<String> rest = texts("?to=" + to + "&after=" + position);

      assertThat(rest.subList(1, rest.size())).isEqualTo(whole.subList(line + 1, whole.size()));
    }
  }

  @Test
  void replayOfSeveralPartitions_isInTheOrderInWhichFactsWereRecorded() throws Exception {
    String beginning = gateway.queries.position.toString();
    Instant later = Samples.NOON.plusSeconds(60);
    List<String> sessions = LedgerWriter.sessionOfEachPartition();
    ledger.recordedAt(later.plusSeconds(2), sessions.get(0), "session_baton");
    ledger.recordedAt(later.plusSeconds(1), sessions.get(1), "session_baton");
    ledger.recordedAt(later.plusSeconds(3), sessions.get(2), "session_baton");
    ledger.recordedAt(later.plusSeconds(4), sessions.get(1), "session_baton");

    assertThat(texts(facts(replay(after(beginning))), "session"))
        .containsExactly(sessions.get(1), sessions.get(0), sessions.get(2), sessions.get(1));
  }

  @Test
  void sinceAndUntil_leaveOutWhatWasRecordedBeforeAndAfter() throws Exception {
    Instant start = Samples.NOON.plusSeconds(3_600);
    List<String> ids = new ArrayList<>();
    for (int second = 0; second < 5; second++) {
      ids.add(ledger.recordedAt(start.plusSeconds(second), session, "session_baton"));
    }

    String range = "&since=" + start.plusSeconds(1) + "&until=" + start.plusSeconds(4);

    assertThat(texts(facts(replay(onlyOurs + range)), "id")).isEqualTo(ids.subList(1, 4));
  }

  @Test
  void role_letsLaterFactsOfItsHandoffsPass() throws Exception {
    String role = "role-" + UUID.randomUUID();
    String other = ledger.recorded(session, "session_baton", "coding-agent");
    String ours = ledger.recorded(session, "session_baton", "coding-agent", role);
    ledger.claimed(session, other, "agent-1");
    ledger.claimed(session, ours, "agent-1");

    assertThat(texts(facts(replay("?role=" + role)), "id")).containsExactly(ours, ours);
  }

  @Test
  void kind_letsOnlyItsHandoffsPass() throws Exception {
    ledger.recorded(session, "session_baton", "coding-agent");
    String result = ledger.recorded(session, "builder_result", "reviewer");

    assertThat(texts(facts(replay(onlyOurs + "&kind=builder_result")), "id"))
        .containsExactly(result);
  }

  @Test
  void positions_boundAReplayOnBothSides() throws Exception {
    ledger.recorded(session, "session_baton", "coding-agent");
    String after = gateway.queries.position.toString();
    List<String> ids = ledger.recorded(3, session, "session_baton", "coding-agent");
    String to = gateway.queries.position.toString();
    ledger.recorded(session, "session_baton", "coding-agent");

    assertThat(texts(facts(replay(after(after) + "&to=" + to)), "id")).isEqualTo(ids);
  }

  @Test
  void endBeforeTheStart_tellsNothing() throws Exception {
    String to = gateway.queries.position.toString();
    ledger.recorded(session, "session_baton", "coding-agent");

    List<JsonNode> lines = replay(after(gateway.queries.position.toString()) + "&to=" + to);

    assertThat(facts(lines)).isEmpty();
    assertThat(lines.get(lines.size() - 1).path("complete").booleanValue()).isTrue();
  }

  @Test
  void longReplay_isToldWholeAndInOrder() throws Exception {
    List<String> ids = ledger.recorded(3_000, session, "session_baton", "coding-agent");

    assertThat(texts(facts(replay(onlyOurs)), "id")).isEqualTo(ids);
  }

  @Test
  void factOfAHandoffThatNothingRecorded_isToldWithoutAKind() throws Exception {
    ledger.claimed(session, Samples.id(4_711), "a forger");

    assertThat(facts(replay(onlyOurs)))
        .singleElement()
        .satisfies(fact -> assertThat(fact.path("kind").isNull()).isTrue());
  }

  @Test
  void replay_leavesNoGroupAndMovesNoCursor() throws Exception {
    ledger.recorded(session, "session_baton", "coding-agent");

    replay("");

    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      assertThat(admin.listGroups().all().get())
          .extracting(group -> group.groupId())
          .noneMatch(group -> group.contains("gateway"));
    }
  }

  @Test
  void beyondTheReplaysThatAGatewayServes_isNotAvailable() throws Exception {
    String query = "?session=" + moreThanSocketsHold();
    List<HttpURLConnection> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        slow.add(open(gateway.port(), query));
      }

      assertThat(gateway.get("/v1/ledger" + query).statusCode()).isEqualTo(503);
    } finally {
      slow.forEach(HttpURLConnection::disconnect);
    }
  }

  @Test
  void closingGateway_cutsItsReplaysOff() throws Exception {
    String query = "?session=" + moreThanSocketsHold();
    GatewayUnderTest closing = GatewayUnderTest.start(kafka);
    closing.queries.position = gateway.queries.position;
    HttpURLConnection connection = open(closing.port(), query);
    try (BufferedReader in = reader(connection)) {
      assertThat(in.readLine()).contains("position");

      closing.close();

      String last = "";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        last = line;
      }
      assertThat(last).doesNotContain("complete");
    }
  }

  @Test
  void positionOfAnotherLedger_isRefused() {
    for (String parameter : List.of("after", "to")) {
      HttpResponse<String> answer = gateway.get("/v1/ledger?" + parameter + "=0:999999999");

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(json(answer).path("detail").textValue())
          .contains("Parameter " + parameter, "of this ledger");
    }
  }

  @Test
  void partitionThatNobodyTellsOf_isNotLeftOut() {
    LedgerPosition whole = gateway.queries.position;
    SortedMap<Integer, Long> offsets = new TreeMap<>(whole.offsets());
    offsets.remove(1);
    gateway.queries.position = new LedgerPosition(offsets);
    try {
      assertThat(gateway.get("/v1/ledger").statusCode()).isEqualTo(503);
    } finally {
      gateway.queries.position = whole;
    }
  }

  @Test
  void positionThatTheProjectionsHaveNotRead_isNotAvailable() throws Exception {
    LedgerPosition before = gateway.queries.position;
    ledger.recorded(session, "session_baton", "coding-agent");
    LedgerPosition written = gateway.queries.position;
    gateway.queries.position = before;
    try {
      assertThat(gateway.get("/v1/ledger?to=" + written).statusCode()).isEqualTo(503);
    } finally {
      gateway.queries.position = written;
    }
  }

  @Test
  void parameterOfTheEventStream_isNotKnown() {
    assertThat(gateway.get("/v1/ledger?limit=3").statusCode()).isEqualTo(400);
    assertThat(gateway.get("/v1/ledger?since=yesterday").statusCode()).isEqualTo(400);
    assertThat(gateway.get("/v1/ledger?chain=" + Samples.id(77)).statusCode()).isEqualTo(404);
  }

  /** A session whose replay goes on for as long as nobody reads it. */
  private static String moreThanSocketsHold() throws Exception {
    String large = "codelens/large-" + UUID.randomUUID();
    ledger.recorded(4_000, large, "session_baton", "r".repeat(4_000));
    return large;
  }

  /** Writes to every partition, and gives the position then. */
  private static String severalPartitions() throws Exception {
    for (String one : LedgerWriter.sessionOfEachPartition()) {
      ledger.recorded(7, one, "session_baton", "coding-agent");
    }
    return gateway.queries.position.toString();
  }

  private static String after(String position) {
    return "?after=" + (position.isEmpty() ? "start" : position);
  }

  private static List<JsonNode> replay(String query) {
    return lines(gateway.get("/v1/ledger" + query));
  }

  private static List<JsonNode> lines(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body().lines().map(GatewayUnderTest::json).toList();
  }

  private static List<String> texts(String query) {
    return gateway.get("/v1/ledger" + query).body().lines().toList();
  }

  private static List<JsonNode> facts(List<JsonNode> lines) {
    return lines.stream().filter(line -> line.has("fact")).toList();
  }

  private static List<String> texts(List<JsonNode> facts, String member) {
    return facts.stream().map(fact -> fact.path(member).textValue()).toList();
  }

  private static HttpURLConnection open(int port, String query) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + port + "/v1/ledger" + query).toURL().openConnection();
    connection.setReadTimeout(30_000);
    assertThat(connection.getResponseCode()).isEqualTo(200);
    return connection;
  }

  private static BufferedReader reader(HttpURLConnection connection) throws IOException {
    return new BufferedReader(
        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }
}
