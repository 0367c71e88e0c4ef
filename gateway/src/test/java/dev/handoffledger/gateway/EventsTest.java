package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.gateway.EventClient.Frame;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.Topics;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KafkaExtension.class)
@Timeout(60)
class EventsTest {
  private final String session = "codelens/events-" + UUID.randomUUID();
  private final String onlyOurs = "?session=" + session;
  private static KafkaExtension.Kafka kafka;
  private static GatewayUnderTest gateway;
  private static LedgerWriter ledger;

  @BeforeAll
  static void startGateway(KafkaExtension.Kafka running) throws InterruptedException {
    kafka = running;
    gateway =
        GatewayUnderTest.start(kafka, config -> config.withEventHeartbeat(Duration.ofMillis(200)));
    ledger = new LedgerWriter(kafka.bootstrapServers(), gateway.queries);
  }

  @AfterAll
  static void closeGateway() {
    ledger.close();
    gateway.close();
  }

  @Test
  void newFact_isToldAsInItsSessionWithWhatItIsAbout() throws Exception {
    try (EventClient client = open(onlyOurs)) {
      client.opened();
      String id = ledger.recorded(session, "session_baton", "coding-agent");
      ledger.claimed(session, id, "agent-1");

      JsonNode claimed = json(client.facts(2).get(1).data());

      assertThat(claimed.path("fact").textValue()).isEqualTo("claimed");
      assertThat(claimed.path("id").textValue()).isEqualTo(id);
      assertThat(claimed.path("seq").longValue()).isEqualTo(2);
      assertThat(claimed.path("session").textValue()).isEqualTo(session);
      assertThat(claimed.path("kind").textValue()).isEqualTo("session_baton");
      assertThat(claimed.path("roles"))
          .extracting(JsonNode::textValue)
          .containsExactly("coding-agent");
      assertThat(claimed.at("/lease/holder").textValue()).isEqualTo("agent-1");
    }
  }

  @Test
  void lastEventId_goesOnAfterThatEvent() throws Exception {
    List<String> ids = new ArrayList<>();
    Frame second;
    try (EventClient client = open(onlyOurs)) {
      client.opened();
      for (int i = 0; i < 4; i++) {
        ids.add(ledger.recorded(session, "session_baton", "coding-agent"));
      }
      second = client.facts(2).get(1);
    }

    try (EventClient client = open(onlyOurs, "Last-Event-ID", second.id())) {
      assertThat(idsOf(client.facts(2))).isEqualTo(ids.subList(2, 4));
    }
  }

  @Test
  void lastEventId_winsOverTheAddressThatAClientFirstAsked() throws Exception {
    Frame first;
    try (EventClient client = open(onlyOurs)) {
      client.opened();
      ledger.recorded(session, "session_baton", "coding-agent");
      first = client.facts(1).get(0);
    }
    String second = ledger.recorded(session, "session_baton", "coding-agent");

    try (EventClient client = open(onlyOurs + "&after=start", "Last-Event-ID", first.id())) {
      assertThat(idsOf(client.facts(1))).containsExactly(second);
    }
  }

  @Test
  void afterStart_tellsFromTheBeginningOfTheLedger() throws Exception {
    String id = ledger.recorded(session, "session_baton", "coding-agent");

    try (EventClient client = open(onlyOurs + "&after=start")) {
      assertThat(idsOf(client.facts(1))).containsExactly(id);
    }
  }

  @Test
  void gatewayThatStartedLater_tellsWhatWasBefore() throws Exception {
    List<String> ids = ledger.recorded(700, session, "session_baton", "coding-agent");

    try (GatewayUnderTest later = GatewayUnderTest.start(kafka);
        EventClient client = openAt(later, onlyOurs + "&after=start")) {
      assertThat(idsOf(client.facts(700))).isEqualTo(ids);
    }
  }

  @Test
  void role_letsLaterFactsOfItsHandoffsPass() throws Exception {
    String role = "role-" + UUID.randomUUID();
    try (EventClient client = open("?role=" + role)) {
      client.opened();
      String other = ledger.recorded(session, "session_baton", "coding-agent");
      String ours = ledger.recorded(session, "session_baton", "coding-agent", role);
      ledger.claimed(session, other, "agent-1");
      ledger.claimed(session, ours, "agent-1");

      List<Frame> facts = client.facts(2);

      assertThat(idsOf(facts)).containsExactly(ours, ours);
      assertThat(json(facts.get(1).data()).path("fact").textValue()).isEqualTo("claimed");
    }
  }

  @Test
  void roleHuman_letsTheFactPassThatHandsAHandoffToAPerson() throws Exception {
    try (EventClient client = open("?role=human")) {
      client.opened();
      String id = ledger.recorded(session, "session_baton", "coding-agent");
      ledger.claimed(session, id, "agent-1");
      ledger.expired(session, id, "agent-1", false);
      ledger.claimed(session, id, "agent-2");
      ledger.expired(session, id, "agent-2", true);

      JsonNode told = json(client.facts(1).get(0).data());

      assertThat(told.path("id").textValue()).isEqualTo(id);
      assertThat(told.path("seq").longValue()).isEqualTo(5);
    }
  }

  @Test
  void kind_letsOnlyItsHandoffsPass() throws Exception {
    try (EventClient client = open(onlyOurs + "&kind=builder_result")) {
      client.opened();
      ledger.recorded(session, "session_baton", "coding-agent");
      String result = ledger.recorded(session, "builder_result", "reviewer");

      assertThat(idsOf(client.facts(1))).containsExactly(result);
    }
  }

  @Test
  void streamWithoutAPosition_startsWhereTheProjectionsAre() throws Exception {
    ledger.recordedInEachPartition();
    LedgerPosition read = gateway.queries.position;
    String id = ledger.recorded(session, "session_baton", "coding-agent");
    LedgerPosition end = gateway.queries.position;
    gateway.queries.position = read;
    try (EventClient client = open(onlyOurs)) {
      assertThat(client.opened()).isEqualTo(read);
      gateway.queries.position = end;

      assertThat(idsOf(client.facts(1))).containsExactly(id);
    } finally {
      gateway.queries.position = end;
    }
  }

  @Test
  void quietStream_tellsHowFarItIs() throws Exception {
    try (EventClient client = open("?session=codelens/nobody")) {
      client.opened();
      ledger.recorded(session, "session_baton", "coding-agent");

      List<Frame> frames =
          client.until(
              frame ->
                  frame.heartbeat()
                      && EventClient.position(frame).reaches(gateway.queries.position));

      assertThat(frames).extracting(Frame::type).containsOnlyNulls();
    }
  }

  @Test
  void eventThatTheProjectionsHaveNotRead_isToldOnceTheyHave() throws Exception {
    LedgerPosition before = gateway.queries.position;
    String id;
    try (EventClient client = open(onlyOurs)) {
      client.opened();
      id = ledger.recorded(session, "session_baton", "coding-agent");
      LedgerPosition after = gateway.queries.position;
      gateway.queries.position = before;
      ledger.recorded("codelens/other-" + UUID.randomUUID(), "session_baton", "coding-agent");
      gateway.queries.position = before;
      client.until(Frame::heartbeat);
      gateway.queries.position = after;

      assertThat(idsOf(client.facts(1))).containsExactly(id);
    }
  }

  @Test
  void historyThatRetentionRemoved_isSaid() throws Exception {
    int partition = SessionPartitioner.partition(session, 3);
    ledger.recorded(session, "session_baton", "coding-agent");
    String kept = ledger.recorded(session, "session_baton", "coding-agent");
    long offset = gateway.queries.position.offsets().get(partition);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .deleteRecords(
              Map.of(
                  new TopicPartition(Topics.LEDGER, partition),
                  RecordsToDelete.beforeOffset(offset)))
          .all()
          .get();
    }

    try (GatewayUnderTest later = GatewayUnderTest.start(kafka);
        EventClient client = openAt(later, onlyOurs + "&after=start")) {
      List<Frame> frames =
          client.until(frame -> "fact".equals(frame.type())).stream()
              .filter(frame -> frame.type() != null)
              .filter(
                  frame ->
                      !"gap".equals(frame.type())
                          || json(frame.data()).path("partition").intValue() == partition)
              .toList();

      assertThat(frames).extracting(Frame::type).containsExactly("gap", "fact");
      assertThat(json(frames.get(0).data()).path("from").longValue()).isZero();
      assertThat(json(frames.get(0).data()).path("to").longValue()).isEqualTo(offset - 1);
      assertThat(idsOf(frames.subList(1, 2))).containsExactly(kept);
    }
  }

  @Test
  void slowClient_getsEverythingOnceItReads() throws Exception {
    try (EventClient client = open(onlyOurs)) {
      client.opened();
      // More than fits into the sockets between, and into what is kept of the newest events.
      List<String> ids = ledger.recorded(8_000, session, "session_baton", "coding-agent");

      assertThat(idsOf(client.facts(8_000))).isEqualTo(ids);
    }
  }

  @Test
  void closingGateway_endsItsStreams() throws Exception {
    GatewayUnderTest closing = GatewayUnderTest.start(kafka);
    try (EventClient client = openAt(closing, onlyOurs)) {
      client.opened();

      closing.close();

      Frame frame = client.next();
      while (frame != null) {
        frame = client.next();
      }
      assertThat(frame).isNull();
    }
  }

  @Test
  void positionBeyondTheLedger_isRefused() {
    HttpResponse<String> response = gateway.get("/v1/events?after=0:999999999");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("detail").textValue()).contains("of this ledger");
  }

  @Test
  void positionThatIsNone_isRefused() {
    assertThat(gateway.get("/v1/events", "Last-Event-ID", "17").statusCode()).isEqualTo(400);
    assertThat(gateway.get("/v1/events?after=").statusCode()).isEqualTo(400);
  }

  @Test
  void chainOfAHandoffThatIsNotThere_isNotFound() {
    assertThat(gateway.get("/v1/events?chain=" + Samples.id(77)).statusCode()).isEqualTo(404);
  }

  @Test
  void clientThatTakesNoEventStream_isToldSo() {
    HttpResponse<String> response = gateway.get("/v1/events", "Accept", "application/json");

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(json(response).path("detail").textValue()).contains("text/event-stream");
  }

  private static EventClient open(String query, String... headers) throws Exception {
    return EventClient.open(gateway.port(), query, headers);
  }

  /** Asks another gateway, whose projections have read as far. */
  private static EventClient openAt(GatewayUnderTest other, String query) throws Exception {
    other.queries.position = gateway.queries.position;
    return EventClient.open(other.port(), query);
  }

  private static List<String> idsOf(List<Frame> facts) {
    return facts.stream().map(frame -> json(frame.data()).path("id").textValue()).toList();
  }
}
