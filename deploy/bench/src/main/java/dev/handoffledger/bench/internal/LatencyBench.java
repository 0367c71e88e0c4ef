package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** From publishing an artifact until a reader of committed records has it, by commit interval. */
final class LatencyBench {
  private final Cluster cluster;
  private final OpenLoop openLoop;
  private final Applications applications;
  private final Consumer<String> progress;
  private final Map<Duration, Samples> samples = new TreeMap<>();
  private int runs;

  LatencyBench(
      Cluster cluster, OpenLoop openLoop, Applications applications, Consumer<String> progress) {
    this.cluster = cluster;
    this.openLoop = openLoop;
    this.applications = applications;
    this.progress = progress;
  }

  /**
   * One round: the pass-through, then the processor.
   *
   * @param perSecond how many artifacts are published a second
   * @param time for how long, the warm-up aside
   */
  void round(Duration commitInterval, int perSecond, Duration time) throws Exception {
    Samples round = samples.computeIfAbsent(commitInterval, any -> new Samples());
    Histogram passThrough = passThrough(commitInterval, perSecond, time);
    Histogram pipeline = pipeline(commitInterval, perSecond, time);
    add(round, "pass_through", passThrough);
    add(round, "pipeline", pipeline);
    round.add(
        "p99_to_pass_through",
        pipeline.getValueAtPercentile(99) / (double) passThrough.getValueAtPercentile(99));
    progress.accept(
        "commit %d ms: p99 pass-through %.1f ms, pipeline %.1f ms"
            .formatted(
                commitInterval.toMillis(),
                Figures.milliseconds(passThrough.getValueAtPercentile(99)),
                Figures.milliseconds(pipeline.getValueAtPercentile(99))));
  }

  private Histogram passThrough(Duration commitInterval, int perSecond, Duration time)
      throws Exception {
    String application = "bench-latency-" + runs++;
    cluster.startAt(application, cluster.ends(Cluster::isInput));
    try (AutoCloseable running =
        applications.beside(application, Baselines.passThrough(), commitInterval)) {
      return openLoop.measure(Baselines.PASSED_THROUGH::equals, perSecond, time);
    }
  }

  private Histogram pipeline(Duration commitInterval, int perSecond, Duration time)
      throws InterruptedException {
    try (ProcessorApp processor = applications.processor(commitInterval)) {
      // What the pass-through was measured with is to be out of the way.
      new Drain(cluster, ProcessorConfig.DEFAULT_APPLICATION_ID, ThroughputBench::isOutput)
          .await(Map.of());
      return openLoop.measure(topic -> topic.startsWith(Topics.ROLE_PREFIX), perSecond, time);
    }
  }

  private static void add(Samples round, String name, Histogram latencies) {
    for (int percentile : new int[] {50, 90, 99}) {
      round.add(
          name + "_p" + percentile + "_ms",
          Figures.milliseconds(latencies.getValueAtPercentile(percentile)));
    }
  }

  void putRatios(ObjectNode ratios, Duration commitInterval) {
    ratios.put(
        "latency_p99_to_passthrough",
        Figures.round(samples.get(commitInterval).median("p99_to_pass_through"), 3));
  }

  ObjectNode figures(int perSecond) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("artifacts_a_second", perSecond);
    ObjectNode intervals = all.putObject("by_commit_interval_ms");
    samples.forEach(
        (interval, round) -> intervals.set(Long.toString(interval.toMillis()), round.figures(3)));
    return all;
  }
}
