package dev.handoffledger.gateway;

import static dev.handoffledger.gateway.GatewayUnderTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.format.IssueReference;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The OpenAPI document and the gateway say the same. */
@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenApiTest {
  private static final String JSON = "application/json";

  private final SchemaLibrary library = new SchemaLibrary();
  private KafkaExtension.Kafka kafka;
  private LedgerStandIn ledger;
  private GatewayUnderTest gateway;
  private JsonNode document;

  @BeforeAll
  void start(KafkaExtension.Kafka kafka) throws InterruptedException {
    this.kafka = kafka;
    ledger = LedgerStandIn.start(kafka.bootstrapServers());
    gateway = GatewayUnderTest.start(kafka);
    gateway.queries.sessions.add(Samples.session("codelens/a", SessionState.OPEN, Samples.NOON));
    gateway.queries.facts.add(Samples.recorded("codelens/a", 1));
    gateway.queries.roles.add(new RoleSummary("reviewer", 1, Samples.NOON));
    gateway.queries.rejections.add(
        Samples.rejection(Reason.NOT_JSON, "planner_brief", Samples.NOON));
    gateway.queries.rejectedBytes.put("0:7", utf8("{"));
    gateway.queries.handoffs.add(Samples.handoff(1, "codelens/a", "reviewer"));
    gateway.queries.artifacts.put(Samples.id(1), Samples.baton("a", "g"));
    gateway.queries.issues.add(SampleIssues.diagnosed("shop", "iss-1", "slow search"));
    gateway.queries.issues.add(SampleIssues.diagnosed("bank", "iss-2", "leak"));
    gateway.queries.undiagnosed.add(new IssueReference("shop", "iss-3"));
    gateway.queries.verdicts.put(
        Samples.id(1),
        new GateVerdict(
            false,
            List.of(Samples.id(1)),
            List.of(new GateVerdict.Objection("no_verdict", Samples.id(1), "None."))));
    document = json(gateway.get("/openapi.json"));
  }

  @AfterAll
  void close() throws InterruptedException {
    gateway.close();
    ledger.close();
  }

  @Test
  void document_hasEveryPublicRouteAndNoOther() {
    TreeSet<String> documented = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          String name = method.toUpperCase(Locale.ROOT);
                          documented.add(name + " " + path.getKey());
                          if (name.equals("GET")) {
                            documented.add("HEAD " + path.getKey());
                          }
                        }));
    TreeSet<String> served = new TreeSet<>(gateway.routes());
    served.removeIf(
        route ->
            route.contains(" /internal/") || route.endsWith(" /") || route.contains(" /assets/"));

    assertThat(documented).isEqualTo(served);
  }

  @Test
  void parametersInAPath_areThoseOfTheOperation() {
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (JsonNode operation : path.getValue()) {
        for (JsonNode parameter : operation.path("parameters")) {
          JsonNode real = resolved(parameter);
          if (real.path("in").textValue().equals("path")) {
            assertThat(path.getKey()).contains("{" + real.path("name").textValue() + "}");
          }
        }
        long inPath =
            Stream.of(path.getKey().split("/")).filter(part -> part.startsWith("{")).count();
        long declared =
            stream(operation.path("parameters"))
                .filter(one -> resolved(one).path("in").textValue().equals("path"))
                .count();
        assertThat(declared).as(path.getKey()).isEqualTo(inPath);
      }
    }
  }

  @Test
  void idsOfOperations_areUnique() {
    List<String> ids = document.path("paths").findValuesAsText("operationId");

    assertThat(ids).doesNotHaveDuplicates().hasSameSizeAs(operations());
  }

  @Test
  void references_allLeadSomewhere() {
    for (String reference : document.findValuesAsText("$ref")) {
      assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("contents")
  void example_isWhatItsSchemaAllows(String place, JsonNode content) {
    assertThat(content.has("example")).isTrue();
    assertThat(problems(content.path("schema"), content.path("example"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/sessions, /v1/sessions, 200",
    "/v1/sessions/{format}/{id}, /v1/sessions/codelens/a, 200",
    "/v1/sessions/{format}/{id}, /v1/sessions/codelens/none, 404",
    "/v1/handoffs/{id}, /v1/handoffs/ID, 200",
    "/v1/handoffs/{id}, /v1/handoffs/x, 400",
    "/v1/handoffs/{id}/artifact, /v1/handoffs/ID/artifact, 200",
    "/v1/roles, /v1/roles, 200",
    "/v1/roles/{role}, /v1/roles/reviewer, 200",
    "/v1/orphans, /v1/orphans, 200",
    "/v1/quarantine, /v1/quarantine, 200",
    "/v1/leases, /v1/leases, 200",
    "/v1/chains, /v1/chains, 200",
    "/v1/gate/{id}, /v1/gate/ID, 200",
    "/v1/gate, /v1/gate, 400",
    "/v1/rejections, /v1/rejections, 200",
    "/v1/rejections/{position}, /v1/rejections/0:7, 200",
    "/v1/rejections/{position}, /v1/rejections/0:8, 404",
    "/v1/rejections/{position}, /v1/rejections/x, 400",
    "/v1/issues, /v1/issues, 200",
    "/v1/issues/{name}, /v1/issues/iss-1, 200",
    "/v1/issues/{name}, /v1/issues/iss-old, 409",
    "/v1/issues/{name}/packet, /v1/issues/iss-1/packet, 200",
    "/v1/issues/{name}/packet, /v1/issues/iss-3/packet, 404",
    "/livez, /livez, 200",
    "/readyz, /readyz, 200",
    "/openapi.json, /openapi.json, 200",
    "/asyncapi.json, /asyncapi.json, 200"
  })
  void answer_isWhatTheDocumentSays(String path, String asked, int status) {
    HttpResponse<String> answer = gateway.get(asked.replace("ID", Samples.id(1)));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertDocumented("get", path, answer);
  }

  @Test
  void linesOfAReplay_areWhatTheDocumentSays() throws Exception {
    JsonNode line =
        document.at("/paths/~1v1~1ledger/get/responses/200/content/application~1x-ndjson/x-line");
    try (LedgerWriter writer = new LedgerWriter(kafka.bootstrapServers(), gateway.queries)) {
      writer.recordedInEachPartition();
      writer.recorded("codelens/open-api-replay", "session_baton", "coding-agent");
    }

    List<JsonNode> lines =
        gateway
            .get("/v1/ledger?session=codelens/open-api-replay")
            .body()
            .lines()
            .map(GatewayUnderTest::json)
            .toList();

    assertThat(lines).anyMatch(one -> one.has("fact")).anyMatch(one -> one.has("complete"));
    assertThat(lines).allSatisfy(one -> assertThat(problems(line, one)).isEmpty());
  }

  @Test
  void answerToAnArtifact_isWhatTheDocumentSays() {
    HttpResponse<String> recorded =
        gateway.post("/v1/handoffs", JSON, Samples.baton("open-api", "g"));
    HttpResponse<String> rejected = gateway.post("/v1/handoffs", JSON, utf8("{}"));

    assertThat(recorded.statusCode()).isEqualTo(201);
    assertDocumented("post", "/v1/handoffs", recorded);
    assertThat(rejected.statusCode()).isEqualTo(422);
    assertDocumented("post", "/v1/handoffs", rejected);
  }

  @Test
  void answersAboutALease_areWhatTheDocumentSays() {
    String path = "/v1/handoffs/" + Samples.id(1) + "/claims";
    HttpResponse<String> claimed = gateway.post(path, JSON, utf8("{\"holder\": \"ada\"}"));
    HttpResponse<String> refused = gateway.post(path, JSON, utf8("{\"holder\": \"grace\"}"));
    String token = "/v1/claims/" + json(claimed).path("token").textValue();
    HttpResponse<String> renewed = gateway.post(token + "/renew", JSON, utf8("{}"));
    HttpResponse<String> completed = gateway.post(token + "/complete", JSON, utf8("{}"));

    assertThat(claimed.statusCode()).as(claimed.body()).isEqualTo(201);
    assertDocumented("post", "/v1/handoffs/{id}/claims", claimed);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
    assertDocumented("post", "/v1/handoffs/{id}/claims", refused);
    assertThat(renewed.statusCode()).as(renewed.body()).isEqualTo(200);
    assertDocumented("post", "/v1/claims/{token}/renew", renewed);
    assertThat(completed.statusCode()).as(completed.body()).isEqualTo(200);
    assertDocumented("post", "/v1/claims/{token}/complete", completed);
  }

  @Test
  void answerToADecision_isWhatTheDocumentSays() {
    JsonNode example =
        document.at(
            "/paths/~1v1~1issues~1{name}~1decisions/post/requestBody/content/application~1json"
                + "/example");

    HttpResponse<String> answer =
        gateway.post("/v1/issues/iss-1/decisions", JSON, utf8(example.toString()));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertDocumented("post", "/v1/issues/{name}/decisions", answer);
  }

  private void assertDocumented(String method, String path, HttpResponse<String> answer) {
    JsonNode response =
        resolved(
            document
                .path("paths")
                .path(path)
                .path(method)
                .path("responses")
                .path(Integer.toString(answer.statusCode())));
    String type = answer.headers().firstValue("Content-Type").orElseThrow();
    JsonNode content = response.path("content").path(type);
    assertThat(content.isMissingNode()).as("%s of %s", type, response).isFalse();
    assertThat(problems(content.path("schema"), json(answer))).as(answer.body()).isEmpty();
  }

  /** Every body that the document tells of, with its place. */
  private Stream<Object[]> contents() {
    List<Object[]> contents = new ArrayList<>();
    collect("", document.path("paths"), contents);
    collect("", document.at("/components/responses"), contents);
    return contents.stream();
  }

  private static void collect(String place, JsonNode node, List<Object[]> contents) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (member.getKey().equals("content")) {
        member
            .getValue()
            .properties()
            .forEach(
                content ->
                    contents.add(
                        new Object[] {place + " " + content.getKey(), content.getValue()}));
      } else {
        collect(place + "/" + member.getKey(), member.getValue(), contents);
      }
    }
  }

  private List<Problem> problems(JsonNode schema, JsonNode instance) {
    ObjectNode whole = SchemaLibrary.object();
    whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    whole.setAll((ObjectNode) schema);
    whole.set("components", document.path("components"));
    return library.compile(whole).problems(instance);
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").textValue().substring(1)) : node;
  }

  private List<JsonNode> operations() {
    List<JsonNode> operations = new ArrayList<>();
    document.path("paths").forEach(path -> path.forEach(operations::add));
    return operations;
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    Iterator<JsonNode> elements = array.elements();
    List<JsonNode> list = new ArrayList<>();
    elements.forEachRemaining(list::add);
    return list.stream();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
