package dev.handoffledger.bench.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run as short as can be: that every measurement runs and counts right, not how fast anything is.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BenchRunTest {
  private ObjectNode report;

  @BeforeAll
  void measure(@TempDir Path folder) throws Exception {
    report = BenchRun.run(Scale.TINY, folder, progress -> {});
  }

  @Test
  void report_beginsWithTheRatios() {
    assertThat(report.fieldNames().next()).isEqualTo("ratios");
    assertThat(names(report.get("ratios")))
        .startsWith("pipeline_to_passthrough", "pipeline_to_equal_writes")
        .contains("latency_p99_to_passthrough");
    report.get("ratios").forEach(ratio -> assertThat(ratio.asDouble()).isPositive());
  }

  @Test
  void report_hasEveryMeasurement() {
    assertThat(names(report))
        .containsExactly(
            "ratios",
            "run",
            "throughput",
            "writes",
            "latency",
            "projections",
            "recovery",
            "queries",
            "claims",
            "growth");
  }

  @Test
  void killedProcessor_isReplacedAndAllComesOut() {
    assertThat(report.at("/recovery/failover/longest_s").asDouble()).isPositive();
  }

  @Test
  void comparison_writesExactlyWhatThePipelineWrote() {
    assertThat(report.at("/writes/equal_writes")).isEqualTo(report.at("/writes/pipeline"));
  }

  @Test
  void writes_ofTheTopicsAddUpToAll() {
    long records = 0;
    long bytes = 0;
    for (JsonNode topic : report.at("/writes/by_topic")) {
      records += topic.get("records").asLong();
      bytes += topic.get("bytes").asLong();
    }

    assertThat(records).isEqualTo(report.at("/writes/pipeline/records").asLong());
    assertThat(bytes).isEqualTo(report.at("/writes/pipeline/bytes").asLong());
  }

  @Test
  void ledger_hasAFactForEachArtifactAndForEachAnswer() {
    int artifacts = report.at("/writes/artifacts").asInt();

    assertThat(artifacts).isEqualTo(Scale.TINY.batch() * Scale.TINY.rounds());
    // Recorded each; half answer another, whose session is told; the link of those whose parent is
    // on another partition is a fact of its own.
    assertThat(report.at("/writes/by_topic/handoff.ledger/records").asInt())
        .isBetween(artifacts * 3 / 2, artifacts * 2);
    assertThat(report.at("/writes/by_topic/role topics/records").asInt()).isEqualTo(artifacts);
  }

  @Test
  void noRoute_waitsForARoleTopicThatWasThereAtTheStart() {
    assertThat(names(report.at("/writes/by_topic"))).doesNotContain("waiting-routes-changelog");
  }

  @Test
  void latencies_areOfEveryArtifactAfterTheWarmUp() {
    JsonNode interval = report.at("/latency/by_commit_interval_ms").iterator().next();

    assertThat(interval.at("/pipeline_p99_ms/median").asDouble())
        .isGreaterThanOrEqualTo(interval.at("/pipeline_p50_ms/median").asDouble())
        .isPositive();
  }

  @Test
  void queries_areAskedInProcessAndOverHttp() {
    JsonNode asked = report.get("queries").iterator().next();

    for (String way : List.of("in_process", "over_http")) {
      assertThat(names(asked.get(way)))
          .containsExactly("session", "last_20_of_a_session", "lineage", "packet", "inbox");
      asked
          .get(way)
          .forEach(
              question ->
                  assertThat(question.get("count").asInt()).isEqualTo(Scale.TINY.queries()));
    }
  }

  @Test
  void claims_areGranted() {
    assertThat(report.at("/claims/count").asInt()).isPositive();
  }

  @Test
  void text_hasEveryFigure() {
    assertThat(ReportText.of(report))
        .startsWith("ratios")
        .contains("pipeline to passthrough", "bytes on disk per artifact", "last 20 of a session");
  }

  private static List<String> names(JsonNode node) {
    return new ArrayList<>(node.properties().stream().map(Map.Entry::getKey).toList());
  }
}
