package dev.handoffledger.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.PeerQuestions;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways share the partitions of a ledger, and each answers as if it had all of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoGatewaysTest {
  private static final String JSON = "application/json";
  private static final String SHARED = "shared";
  private static final String REJECTIONS = "/v1/rejections";
  private static final int RESULTS = 8;

  @TempDir private static Path folder;
  private KafkaExtension.Kafka kafka;
  private ProcessorApp processor;
  private LedgerGateway alone;
  private LedgerGateway one;
  private LedgerGateway other;
  private String position;
  private final List<String> ids = new ArrayList<>();

  @BeforeAll
  void publish() throws Exception {
    kafka = KafkaExtension.Kafka.start();
    String servers = kafka.bootstrapServers();
    processor = new ProcessorApp(ProcessorConfig.singleNode(servers, folder.resolve("processor")));
    processor.start();
    alone = new LedgerGateway(servers, "alone", "alone", folder);
    one = new LedgerGateway(servers, SHARED, "one", folder);
    other = new LedgerGateway(servers, SHARED, "other", folder);
    await(
        () -> processor.ready() && alone.ready() && one.ready() && other.ready(),
        () -> processor.status() + " " + one.obstacle() + " " + other.obstacle());
    for (int i = 0; i < RESULTS; i++) {
      publish(Samples.verdict("review-" + i, "build-" + i));
      publish(Samples.result("build-" + i));
      publish(Samples.baton("solo-" + i, "go on"));
      publish(
          SampleIssues.event("project-" + i, "iss-" + i, "rule").getBytes(StandardCharsets.UTF_8));
    }
    assertThat(one.post("/v1/handoffs", JSON, "{".getBytes(StandardCharsets.UTF_8)).statusCode())
        .isEqualTo(422);
    // The parents' sessions hear of answers from other partitions a little later.
    await(
        () -> ids.stream().allMatch(id -> alone.get("/v1/handoffs/" + id).body().contains("link")),
        () -> "links");
    await(
        () -> Stream.of(alone, one, other).allMatch(gateway -> issuesOf(gateway) == RESULTS),
        () -> "issues");
    await(() -> alone.get("/v1/orphans").body().contains("\"items\":[]"), () -> "orphans");
    await(
        () -> position().equals(position()) && one.get(REJECTIONS).body().contains("not_json"),
        () -> "the ledger stands still");
    position = position();
  }

  private void publish(byte[] artifact) {
    HttpResponse<String> answer = one.post("/v1/handoffs", JSON, artifact);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    ids.add(GatewayUnderTest.json(answer).path("id").textValue());
  }

  private static int issuesOf(LedgerGateway gateway) {
    return GatewayUnderTest.json(gateway.get("/v1/issues")).path("items").size();
  }

  private String position() {
    return alone.get("/v1/roles").headers().firstValue("Ledger-Position").orElseThrow();
  }

  @AfterAll
  void close() throws Exception {
    other.close();
    one.close();
    alone.close();
    processor.close();
    kafka.close();
  }

  @Test
  void eachHasAPartOfTheLedger() {
    assertThat(partitionsOf(one)).isNotEmpty();
    assertThat(partitionsOf(other)).isNotEmpty();
    assertThat(partitionsOf(one)).doesNotContainAnyElementsOf(partitionsOf(other));
  }

  /** What an instance itself has, which is all that it tells another. */
  private static List<Integer> partitionsOf(LedgerGateway gateway) {
    byte[] howFar = {3};
    String answer = gateway.ask(howFar).body();
    return List.copyOf(LedgerPosition.parse(answer.substring(2)).offsets().keySet());
  }

  @Test
  void everyQuestion_isAnsweredAsByOneThatHasAll() {
    for (String path : questions()) {
      String expected = ask(alone, path);
      assertThat(expected).as(path).startsWith("200 ");
      assertThat(ask(one, path)).as(path).isEqualTo(expected);
      assertThat(ask(other, path)).as(path).isEqualTo(expected);
    }
  }

  private List<String> questions() {
    Stream<String> listings =
        Stream.of(
            "/v1/sessions?limit=5",
            "/v1/roles",
            "/v1/roles/reviewer",
            "/v1/roles/merge-gate?limit=3",
            "/v1/orphans",
            "/v1/quarantine",
            "/v1/leases",
            "/v1/chains?limit=100",
            "/v1/chains?state=approved&limit=3",
            "/v1/issues",
            "/v1/issues?limit=3",
            "/v1/issues?project=project-4",
            "/v1/issues/if_rule/packet?project=project-2",
            REJECTIONS);
    Stream<String> issues =
        IntStream.range(0, RESULTS).mapToObj(i -> "/v1/issues/iss-" + i + "/packet");
    Stream<String> sessions =
        Stream.of("build-0", "review-3", "solo-7")
            .flatMap(
                session ->
                    Stream.of(
                        "/v1/sessions/codelens/" + session,
                        "/v1/gate?session=codelens%2F" + session));
    Stream<String> handoffs =
        ids.stream()
            .flatMap(
                id ->
                    Stream.of("", "/artifact", "/lineage?direction=both&depth=5")
                        .map(part -> "/v1/handoffs/" + id + part));
    Stream<String> chains = ids.stream().map(id -> "/v1/chains/" + id);
    return Stream.of(listings, issues, sessions, handoffs, chains).flatMap(part -> part).toList();
  }

  private String ask(LedgerGateway gateway, String path) {
    HttpResponse<String> answer = gateway.get(path, "Ledger-Position", position);
    return answer.statusCode() + " " + answer.body();
  }

  @Test
  void whoWroteAtOne_readsItAtTheOther() {
    for (int i = 0; i < RESULTS; i++) {
      HttpResponse<String> written =
          one.post("/v1/handoffs", JSON, Samples.baton("written-" + i, "go on"));
      String id = GatewayUnderTest.json(written).path("id").textValue();
      String at = written.headers().firstValue("Ledger-Position").orElseThrow();
      assertThat(other.get("/v1/handoffs/" + id, "Ledger-Position", at).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void whenOneStops_theOtherTakesItsPartitionsAndNeverSaysThatThereIsNothing() throws Exception {
    other.close();
    try {
      await(
          () -> {
            List<HttpResponse<String>> answers =
                ids.stream().map(id -> one.get("/v1/handoffs/" + id)).toList();
            assertThat(answers).extracting(HttpResponse::statusCode).isSubsetOf(200, 503);
            return answers.stream().allMatch(answer -> answer.statusCode() == 200);
          },
          one::obstacle);
    } finally {
      other = new LedgerGateway(kafka.bootstrapServers(), SHARED, "other", folder);
      await(() -> one.ready() && other.ready() && !partitionsOf(other).isEmpty(), other::obstacle);
    }
  }

  @Test
  void askedByWhoDoesNotKnowTheSecret_isRefused() {
    byte[] howFar = {3};
    assertThat(one.post(PeerQuestions.PATH, "application/octet-stream", howFar).statusCode())
        .isEqualTo(401);
  }

  @Test
  void askedWhatIsNoQuestion_isRefused() {
    assertThat(one.ask(new byte[] {77}).statusCode()).isEqualTo(400);
  }

  private static void await(BooleanSupplier condition, Supplier<String> state)
      throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(state.get()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
