package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.ChainState;
import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.GateVerdict.Objection;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
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
class ChainRoutesTest {
  private static final ParentReference PARENT =
      new ParentReference("codelens/p", "planner_brief", null, null, true);

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
    gateway.queries.handoffs.clear();
    gateway.queries.chains.clear();
    gateway.queries.verdicts.clear();
    gateway.queries.position = LedgerPosition.START;
    gateway.queries.available = true;
  }

  @Test
  void orphan_saysForWhatAndForHowLongItWaits() {
    gateway.queries.handoffs.add(
        Samples.linked(Samples.handoff(1, "codelens/a", "reviewer"), Link.pending(PARENT)));

    JsonNode orphan = json(gateway.get("/v1/orphans")).at("/items/0");

    assertThat(orphan.path("id").textValue()).isEqualTo(Samples.id(1));
    assertThat(orphan.path("waiting_seconds").isIntegralNumber()).isTrue();
    assertThat(orphan.path("waiting_seconds").longValue()).isNotNegative();
    assertThat(orphan.path("link"))
        .isEqualTo(
            json(
                """
                {"status": "pending", "by": "declared", "parent_session": "codelens/p",
                 "parent_kind": "planner_brief", "verified": false, "ambiguous": false}"""));
  }

  @Test
  void orphans_continueAtTheCursor() {
    for (int number = 1; number <= 2; number++) {
      gateway.queries.handoffs.add(
          Samples.linked(Samples.handoff(number, "codelens/a", "reviewer"), Link.pending(PARENT)));
    }

    JsonNode first = json(gateway.get("/v1/orphans?limit=1"));
    JsonNode second =
        json(gateway.get("/v1/orphans?limit=1&cursor=" + first.path("next").textValue()));

    assertThat(second.at("/items/0/id").textValue()).isEqualTo(Samples.id(2));
    assertThat(second.path("next").isNull()).isTrue();
  }

  @Test
  void quarantine_isWhatHasAnotherParentThanItNames() {
    gateway.queries.handoffs.add(
        Samples.linked(Samples.handoff(1, "codelens/a", "reviewer"), Link.mismatch(PARENT)));
    gateway.queries.handoffs.add(Samples.handoff(2, "codelens/a", "reviewer"));

    JsonNode items = json(gateway.get("/v1/quarantine")).path("items");

    assertThat(items).hasSize(1);
    assertThat(items.at("/0/id").textValue()).isEqualTo(Samples.id(1));
    assertThat(items.at("/0/link/status").textValue()).isEqualTo("mismatch");
  }

  @Test
  void warningsOfALink_standAtTheHandoffOnly() {
    Link link =
        Link.linked(PARENT, Samples.id(2), true, false)
            .withWarnings(List.of(new Warning("role_mismatch", "", "It is another role's.")));
    gateway.queries.handoffs.add(
        Samples.linked(Samples.handoff(1, "codelens/a", "reviewer"), link));

    JsonNode shown = json(gateway.get("/v1/handoffs/" + Samples.id(1))).path("link");

    assertThat(shown.fieldNames())
        .toIterable()
        .containsExactly(
            "status", "by", "parent", "parent_session", "parent_kind", "verified", "ambiguous");
  }

  @Test
  void lease_isShownWithoutItsToken() {
    gateway.queries.handoffs.add(
        Samples.handoff(1, "codelens/a", Samples.lease("ada"), List.of("rust"), "reviewer"));

    JsonNode handoff = json(gateway.get("/v1/handoffs/" + Samples.id(1)));

    assertThat(handoff.path("lease"))
        .isEqualTo(
            json(
                """
                {"holder": "ada", "since": "2026-11-30T12:00:00Z",
                 "until": "2026-11-30T12:15:00Z", "delivery": 2}"""));
    assertThat(handoff.path("deliveries").intValue()).isEqualTo(2);
    assertThat(handoff.path("required_capabilities")).isEqualTo(json("[\"rust\"]"));
  }

  @Test
  void lineage_isNodesAndEdges() {
    gateway.queries.chains.add(chain(2, ChainState.OPEN));

    JsonNode lineage = json(gateway.get("/v1/handoffs/" + Samples.id(2) + "/lineage"));

    assertThat(lineage.path("start").textValue()).isEqualTo(Samples.id(2));
    assertThat(lineage.path("nodes"))
        .extracting(node -> node.path("id").textValue())
        .containsExactly(Samples.id(1), Samples.id(2));
    assertThat(lineage.path("edges"))
        .isEqualTo(
            json(
                """
                [{"child": "%s", "parent": "%s", "by": "rule"}]"""
                    .formatted(Samples.id(2), Samples.id(1))));
    assertThat(lineage.path("cut").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"?limit=1, limit", "?depth=1, depth", "?depth=1&limit=1&direction=up, limit"})
  void lineageThatIsCut_saysWhy(String query, String cut) {
    gateway.queries.chains.add(chain(3, ChainState.OPEN));

    JsonNode lineage = json(gateway.get("/v1/handoffs/" + Samples.id(1) + "/lineage" + query));

    assertThat(lineage.path("cut").textValue()).isEqualTo(cut);
  }

  @ParameterizedTest
  @CsvSource({
    "/lineage?direction=sideways, direction",
    "/lineage?depth=0, depth",
    "/lineage?limit=1001, limit"
  })
  void badParameterOfALineage_isNamed(String path, String parameter) {
    HttpResponse<String> response = gateway.get("/v1/handoffs/" + Samples.id(1) + path);

    assertProblem(response, 400, "bad-parameter");
    assertThat(json(response).path("detail").textValue()).contains(parameter + ":");
  }

  @Test
  void chain_isShownAsDocumented() {
    gateway.queries.chains.add(chain(2, ChainState.CHANGES_REQUESTED));

    JsonNode chain = json(gateway.get("/v1/chains/" + Samples.id(2)));

    assertThat(chain.fieldNames())
        .toIterable()
        .containsExactly(
            "root",
            "state",
            "rounds",
            "handoffs",
            "cut",
            "waiting",
            "orphaned",
            "circular",
            "last_recorded_at",
            "waits_for",
            "lineage");
    assertThat(chain.path("root").textValue()).isEqualTo(Samples.id(1));
    assertThat(chain.path("state").textValue()).isEqualTo("changes_requested");
    assertThat(chain.path("rounds").intValue()).isEqualTo(3);
    assertThat(chain.path("handoffs").intValue()).isEqualTo(2);
    assertThat(chain.at("/lineage/nodes")).hasSize(2);
  }

  @Test
  void chains_areListedWithoutTheirLineage() {
    gateway.queries.chains.add(chain(9, ChainState.OPEN));

    JsonNode chain = json(gateway.get("/v1/chains")).at("/items/0");

    assertThat(chain.has("lineage")).isFalse();
    assertThat(chain.path("waiting").intValue()).isEqualTo(9);
    assertThat(chain.path("waits_for")).hasSize(3);
  }

  @Test
  void chains_areFilteredByState() {
    gateway.queries.chains.add(chain(1, ChainState.OPEN));
    gateway.queries.chains.add(chain(2, ChainState.APPROVED));

    JsonNode items = json(gateway.get("/v1/chains?state=approved")).path("items");

    assertThat(items).hasSize(1);
    assertThat(items.at("/0/handoffs").intValue()).isEqualTo(2);
  }

  @Test
  void unknownChainState_isNamed() {
    assertThat(json(gateway.get("/v1/chains?state=half")).path("detail").textValue())
        .contains("state:", "changes_requested");
  }

  @Test
  void gate_saysWhyNot() {
    gateway.queries.verdicts.put(
        Samples.id(1),
        new GateVerdict(
            false,
            List.of(Samples.id(1)),
            List.of(new Objection("no_verdict", Samples.id(2), "Let a reviewer judge it."))));

    HttpResponse<String> response = gateway.get("/v1/gate/" + Samples.id(1));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response))
        .isEqualTo(
            json(
                """
                {"passes": false, "chains": ["%s"],
                 "objections": [{"code": "no_verdict", "handoff": "%s",
                                 "message": "Let a reviewer judge it."}]}"""
                    .formatted(Samples.id(1), Samples.id(2))));
  }

  @Test
  void gateOfASession_isAskedForByItsName() {
    gateway.queries.verdicts.put("codelens/a b", new GateVerdict(true, List.of(), List.of()));

    JsonNode verdict = json(gateway.get("/v1/gate?session=codelens%2Fa%20b"));

    assertThat(verdict.path("passes").booleanValue()).isTrue();
  }

  @Test
  void gateWithoutATarget_isABadRequest() {
    assertProblem(gateway.get("/v1/gate"), 400, "bad-parameter");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/handoffs/%s/lineage", "/v1/chains/%s", "/v1/gate/%s"})
  void unknownHandoff_isNotFound(String path) {
    assertProblem(gateway.get(path.formatted(Samples.id(9))), 404, "not-found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/handoffs/x/lineage", "/v1/chains/x", "/v1/gate/x"})
  void malformedId_isABadRequest(String path) {
    assertProblem(gateway.get(path), 400, "bad-handoff-id");
  }

  @Test
  void unknownSession_isNotFoundAtTheGate() {
    assertProblem(gateway.get("/v1/gate?session=codelens/none"), 404, "not-found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/orphans", "/v1/chains", "/v1/gate?session=codelens/a"})
  void answers_carryThePositionAndSayWhenTheyCannotBeGiven(String path) {
    gateway.queries.available = false;

    HttpResponse<String> response = gateway.get(path);

    assertProblem(response, 503, "not-available");
    assertThat(response.headers().firstValue("Ledger-Position")).isPresent();
  }

  /** A chain of handoffs, all of which wait. */
  private static ChainView chain(int size, ChainState state) {
    List<HandoffView> nodes =
        IntStream.rangeClosed(1, size)
            .mapToObj(number -> Samples.handoff(number, "codelens/a", "reviewer"))
            .toList();
    List<Lineage.Edge> edges =
        IntStream.rangeClosed(2, size)
            .mapToObj(number -> new Lineage.Edge(Samples.id(number), Samples.id(number - 1), true))
            .toList();
    return new ChainView(
        Samples.id(1),
        state,
        3,
        nodes,
        false,
        false,
        Samples.NOON,
        new Lineage(Samples.id(1), nodes, edges, null));
  }

  private static void assertProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(json(response).path("type").textValue())
        .isEqualTo("https://handoffledger.dev/problems/" + type);
  }
}
