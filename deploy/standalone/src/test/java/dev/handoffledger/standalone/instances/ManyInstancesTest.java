package dev.handoffledger.standalone.instances;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.Fleet;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two processors and two gateways, each a process, on one ledger; some are killed or stopped. */
@Tag("instances")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManyInstancesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WARM_UP = 400;
  private static final int UNDER_LOAD = 1_000;

  @TempDir private static Path folder;
  private final List<String> ids = new ArrayList<>();
  private int rounds;
  private Cluster cluster;
  private LedgerTopics topics;
  private ServerProcess oneProcessor;
  private ServerProcess otherProcessor;
  private ServerProcess oneGateway;
  private ServerProcess otherGateway;

  @BeforeAll
  void start() throws Exception {
    cluster = new Cluster(folder);
    oneProcessor = cluster.processor("processor-1");
    otherProcessor = cluster.processor("processor-2");
    oneGateway = cluster.gateway("gateway-1");
    otherGateway = cluster.gateway("gateway-2");
    Cluster.awaitReady(oneProcessor, otherProcessor, oneGateway, otherGateway);
    topics = new LedgerTopics(cluster.bootstrapServers());
    for (Fleet.Work work : Fleet.work(WARM_UP).subList(0, 60)) {
      HttpResponse<String> answer = oneGateway.publish(work.artifact());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
      ids.add(JSON.readTree(answer.body()).path("id").textValue());
    }
  }

  @AfterAll
  void stop() throws InterruptedException {
    topics.close();
    cluster.close();
  }

  @Test
  void whatWasPublishedThroughOneGateway_isAnsweredTheSameByTheOther() throws Exception {
    List<String> questions = new ArrayList<>();
    for (String id : ids) {
      for (String part : List.of("", "/artifact", "/lineage")) {
        questions.add("/v1/handoffs/" + id + part);
      }
    }
    questions.addAll(List.of("/v1/sessions?limit=100", "/v1/roles", "/v1/orphans", "/v1/chains"));

    LedgerTopics.await(
        "both answer the same",
        60,
        () -> {
          for (String question : questions) {
            if (!answer(oneGateway, question).equals(answer(otherGateway, question))) {
              return false;
            }
          }
          return true;
        });
    assertThat(answer(otherGateway, "/v1/handoffs/" + ids.get(0))).startsWith("200 ");
  }

  private static String answer(ServerProcess gateway, String path) {
    try {
      HttpResponse<String> answer = gateway.get(path);
      return answer.statusCode() + " " + answer.body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void processorsTellHowTheyStand() throws Exception {
    StringBuilder ofBoth = new StringBuilder();
    for (ServerProcess processor : List.of(oneProcessor, otherProcessor)) {
      String metrics = processor.get("/metrics").body();
      assertThat(metrics)
          .contains("handoff_processor_ready 1\n")
          .contains("handoff_processor_restore_records_remaining 0\n");
      assertThat(processor.get("/livez").statusCode()).isEqualTo(200);
      ofBoth.append(metrics);
    }
    // One that has just come back may have copies alone.
    assertThat(ofBoth)
        .contains("handoff_processor_lag_records{topic=\"handoff.in.planner-brief\"}");
  }

  @Test
  void gatewayTellsOfItsProjections() throws Exception {
    assertThat(oneGateway.get("/metrics").body())
        .contains("handoff_projections_lag_records{topic=\"handoff.ledger\"}")
        .contains("handoff_projections_restore_records_remaining ");
  }

  @Test
  void whoDoesNotKnowTheSecret_isNotAnsweredAsAPeer() throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(oneGateway.url() + PeerQuestions.PATH))
                    .header("Content-Type", "application/octet-stream")
                    .header("Authorization", "Bearer guessed-but-not-known")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {3}))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(401);
  }

  @Test
  void killedProcessor_isReplacedByTheOtherAndNothingIsLost() throws Exception {
    try (LedgerWatch watch = new LedgerWatch(cluster.bootstrapServers());
        SteadyLoad load = new SteadyLoad(cluster.bootstrapServers(), ++rounds)) {
      LedgerTopics.await("the load runs", 60, () -> load.count() > WARM_UP);
      oneProcessor.kill();
      LedgerTopics.await("the load goes on", 120, () -> load.count() > WARM_UP + 15 * 190);
      Map<String, Long> acknowledged = load.end();
      String wait = longestWait(acknowledged, watch);
      tell("longest wait of an artifact across a kill, ms: " + wait);
      assertNothingLost(acknowledged.keySet());
    } finally {
      oneProcessor = cluster.processor("processor-1");
      oneProcessor.awaitReady();
    }
  }

  /** Figures are for people to read; no test depends on how fast a machine is. */
  private static void tell(String figure) {
    System.out.println("ManyInstancesTest: " + figure);
  }

  /** From its acknowledgement until it can be read in the ledger. */
  private static String longestWait(Map<String, Long> acknowledged, LedgerWatch watch)
      throws ExecutionException, InterruptedException {
    LedgerTopics.await(
        "all are in the ledger",
        90,
        () -> watch.seen().keySet().containsAll(acknowledged.keySet()));
    long longest =
        acknowledged.entrySet().stream()
            .mapToLong(sent -> watch.seen().get(sent.getKey()) - sent.getValue())
            .max()
            .orElseThrow();
    return Long.toString(longest / 1_000_000);
  }

  private void assertNothingLost(Set<String> artifacts)
      throws ExecutionException, InterruptedException {
    topics.awaitConsumed(120);
    Map<String, Integer> recorded = new HashMap<>();
    topics.recorded().forEach(hash -> recorded.merge(hash, 1, Integer::sum));
    Set<String> lost = new TreeSet<>(artifacts);
    lost.removeAll(recorded.keySet());
    assertThat(lost).isEmpty();
    assertThat(recorded.values()).containsOnly(1);
    assertThat(topics.records(Topics.REJECTED)).isEmpty();
    LedgerTopics.await("all are routed", 90, () -> topics.audit().unrouted() == 0);
    assertThat(topics.audit().problems()).isEmpty();
  }

  @Test
  void processorAskedToStopUnderLoad_endsWellAndNothingIsLost() throws Exception {
    try (LedgerWatch watch = new LedgerWatch(cluster.bootstrapServers());
        SteadyLoad load = new SteadyLoad(cluster.bootstrapServers(), ++rounds)) {
      LedgerTopics.await("the load runs", 60, () -> load.count() > WARM_UP);
      assertThat(otherProcessor.process().stop()).as(otherProcessor.output()).isZero();
      LedgerTopics.await("the load goes on", 60, () -> load.count() > WARM_UP + UNDER_LOAD);
      Map<String, Long> acknowledged = load.end();
      String wait = longestWait(acknowledged, watch);
      tell("longest wait of an artifact across a stop, ms: " + wait);
      assertNothingLost(acknowledged.keySet());
    } finally {
      otherProcessor = cluster.processor("processor-2");
      otherProcessor.awaitReady();
    }
  }

  @Test
  void gatewayAskedToStopUnderLoad_answersWhatItTookAndEndsWell() throws Exception {
    List<Fleet.Work> work = Fleet.work(100_000 + 2_000).subList(100_000, 102_000);
    List<byte[]> recorded = new ArrayList<>();
    AtomicBoolean asked = new AtomicBoolean();
    CompletableFuture<Void> publishing =
        CompletableFuture.runAsync(
            () -> {
              for (Fleet.Work one : work) {
                try {
                  if (otherGateway.publish(one.artifact()).statusCode() == 201) {
                    recorded.add(one.artifact());
                  }
                } catch (IOException e) {
                  assertThat(asked).as("asked to stop when " + e).isTrue();
                  return;
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                if (recorded.size() == 50 && asked.compareAndSet(false, true)) {
                  otherGateway.process().askToStop();
                }
              }
            });
    try {
      publishing.join();
      assertThat(otherGateway.process().await()).as(otherGateway.output()).isZero();
      assertThat(topics.recorded()).containsAll(recorded.stream().map(Sha256::hex).toList());
    } finally {
      otherGateway = cluster.gateway("gateway-2");
      otherGateway.awaitReady();
    }
  }

  @Test
  void whileAKilledGatewayIsReplaced_standbysAnswerAndNobodySaysThatThereIsNothing()
      throws Exception {
    LedgerTopics.await("the standbys have all", 60, this::standbysFollow);
    otherGateway.kill();
    try {
      Map<Integer, Integer> statuses = new HashMap<>();
      Set<String> lags = new TreeSet<>();
      LedgerTopics.await(
          "the other has all partitions",
          90,
          () -> {
            boolean all = true;
            for (String id : ids) {
              HttpResponse<String> answer = get(oneGateway, "/v1/handoffs/" + id);
              statuses.merge(answer.statusCode(), 1, Integer::sum);
              answer.headers().firstValue("Ledger-Lag").ifPresent(lags::add);
              all &=
                  answer.statusCode() == 200 && answer.headers().firstValue("Ledger-Lag").isEmpty();
            }
            return all && oneGateway.isReady();
          });
      tell("answers by status: " + statuses + ", lags of standbys: " + lags);
      assertThat(statuses.keySet()).isSubsetOf(200, 503);
      assertThat(lags).as("lags of standbys; statuses " + statuses).isNotEmpty();
    } finally {
      otherGateway = cluster.gateway("gateway-2");
      otherGateway.awaitReady();
    }
  }

  /** Each gateway has a part of the partitions, and a copy of the other's. */
  private boolean standbysFollow() {
    JsonNode positions =
        JSON.valueToTree(get(oneGateway, "/v1/roles").headers().map().get("ledger-position"));
    return positions.get(0).textValue().split(",", -1).length == 4
        && oneGateway.isReady()
        && otherGateway.isReady();
  }

  private static HttpResponse<String> get(ServerProcess gateway, String path) {
    try {
      return gateway.get(path);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
