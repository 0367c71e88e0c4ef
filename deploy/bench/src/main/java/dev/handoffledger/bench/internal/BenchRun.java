package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.bench.internal.Artifacts.Artifact;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** One run of the benchmark: every measurement on one broker and one ledger. */
public final class BenchRun {
  private static final int FEED = 50_000;

  private final Scale scale;
  private final Path folder;
  private final Consumer<String> progress;
  private final Artifacts artifacts = new Artifacts(Instant.now());
  private final Duration interval;

  private BenchRun(Scale scale, Path folder, Consumer<String> progress) {
    this.scale = scale;
    this.folder = folder;
    this.progress = progress;
    this.interval = scale.commitIntervals().get(0);
  }

  /**
   * Measures.
   *
   * @param folder an empty folder, for broker and state
   * @param progress is told what is measured now and what came of it
   * @return every figure, the ratios first
   */
  public static ObjectNode run(Scale scale, Path folder, Consumer<String> progress)
      throws Exception {
    return new BenchRun(scale, folder, progress).run();
  }

  private ObjectNode run() throws Exception {
    long start = System.nanoTime();
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    ObjectNode ratios = report.putObject("ratios");
    report.set("run", about());
    try (Cluster cluster = Cluster.start(folder.resolve("broker"), scale.partitions());
        Inputs inputs = new Inputs(cluster)) {
      Applications applications = new Applications(cluster, folder);
      ThroughputBench throughput =
          new ThroughputBench(cluster, inputs, artifacts, applications, progress);
      throughput.warmUp(scale.warmUp(), interval);
      for (Duration commitInterval : scale.commitIntervals()) {
        int rounds = commitInterval.equals(interval) ? scale.rounds() : scale.furtherRounds();
        for (int round = 0; round < rounds; round++) {
          throughput.round(scale.batch(), commitInterval);
        }
      }
      throughput.putRatios(ratios, interval);
      report.set("throughput", throughput.figures());
      report.set("writes", throughput.writes());

      OpenLoop openLoop = new OpenLoop(cluster, inputs, artifacts);
      LatencyBench latency = new LatencyBench(cluster, openLoop, applications, progress);
      for (Duration commitInterval : scale.commitIntervals()) {
        for (int round = 0; round < Math.min(3, scale.rounds()); round++) {
          latency.round(commitInterval, scale.latencyRate(), scale.latencyTime());
        }
      }
      latency.putRatios(ratios, interval);
      report.set("latency", latency.figures(scale.latencyRate()));

      measureReadSide(report, cluster, inputs, applications);
      report.set("growth", growth(cluster, inputs, applications));
      if (!scale.failoverTime().isZero()) {
        progress.accept("failover");
        ((ObjectNode) report.get("recovery"))
            .set(
                "failover",
                new RecoveryBench(cluster, applications)
                    .failover(openLoop, folder, scale.latencyRate(), scale.failoverTime()));
      }
    }
    ((ObjectNode) report.get("run")).put("seconds", Figures.seconds(System.nanoTime() - start));
    return report;
  }

  private ObjectNode about() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("scale", scale.name());
    node.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    node.put("processors", Runtime.getRuntime().availableProcessors());
    node.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    node.put("java", System.getProperty("java.runtime.version"));
    node.put("heap_mib", Runtime.getRuntime().maxMemory() >> 20);
    node.put("partitions", scale.partitions());
    node.put("threads", 1);
    node.put("commit_interval_ms", interval.toMillis());
    return node;
  }

  private void measureReadSide(
      ObjectNode report, Cluster cluster, Inputs inputs, Applications applications)
      throws Exception {
    Path state = folder.resolve("projections");
    publishLongSession(cluster, inputs, applications);
    report.set("projections", projections(cluster, inputs, applications, state));
    ObjectNode recovery = report.putObject("recovery");
    QueryBench questions = new QueryBench(artifacts, scale.queries());
    ObjectNode queries = report.putObject("queries");
    try (ReadSide side = ReadSide.start(cluster, state)) {
      askAt(queries, side, questions);
      progress.accept("claims");
      try (ProcessorApp processor = applications.processor(interval)) {
        report.set("claims", ClaimBench.claim(side.url(), scale.claimTime()));
      }
    }
    for (long size : scale.ledgerSizes()) {
      if (size > artifacts.made()) {
        grow(cluster, inputs, applications, size);
        try (ReadSide side = ReadSide.start(cluster, state)) {
          askAt(queries, side, questions);
        }
      }
    }
    progress.accept("restarts with %d handoffs".formatted(artifacts.made()));
    RecoveryBench restarts = new RecoveryBench(cluster, applications);
    recovery.put("handoffs", artifacts.made());
    recovery.set("processor", restarts.restartProcessor(interval));
    recovery.set("gateway", restarts.restartGateway(state, questions));
  }

  private void askAt(ObjectNode queries, ReadSide side, QueryBench questions) {
    progress.accept("queries at %d handoffs".formatted(artifacts.made()));
    queries.set("at_" + artifacts.made() + "_handoffs", questions.ask(side));
  }

  /** One session of many handoffs, and an issue. */
  private void publishLongSession(Cluster cluster, Inputs inputs, Applications applications)
      throws InterruptedException {
    List<Artifact> batch = new ArrayList<>(List.of(artifacts.diagnosis()));
    for (int i = 0; i < scale.longSession(); i++) {
      batch.add(artifacts.brief(QueryBench.LONG_SESSION, i));
    }
    work(cluster, inputs, applications, batch);
  }

  private Drain.Speed work(
      Cluster cluster, Inputs inputs, Applications applications, List<Artifact> batch)
      throws InterruptedException {
    Map<TopicPartition, Long> from = cluster.ends(Cluster::isInput);
    inputs.publish(batch);
    try (ProcessorApp processor = applications.processor(interval)) {
      return new Drain(cluster, ProcessorConfig.DEFAULT_APPLICATION_ID, ThroughputBench::isOutput)
          .await(from);
    }
  }

  private void grow(Cluster cluster, Inputs inputs, Applications applications, long size)
      throws InterruptedException {
    while (artifacts.made() < size) {
      int count = (int) Math.min(FEED, size - artifacts.made());
      Drain.Speed speed = work(cluster, inputs, applications, artifacts.next(count));
      progress.accept("%d handoffs, %.0f a second".formatted(artifacts.made(), speed.perSecond()));
    }
  }

  /** How fast projections are built, and what they cost the processor. */
  private ObjectNode projections(
      Cluster cluster, Inputs inputs, Applications applications, Path state) throws Exception {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    Map<TopicPartition, Long> ledger = cluster.ends(Topics.LEDGER::equals);
    Inputs.Consumed read = inputs.consume(ledger);
    progress.accept("projections of %d facts".formatted(read.records()));
    long start = System.nanoTime();
    try (ProjectionsApp projections = ReadSide.projections(cluster, state)) {
      double seconds = (System.nanoTime() - start) / 1e9;
      node.put("facts", read.records());
      node.put("built_facts_a_second", Figures.round(read.records() / seconds, 0));
      node.put("raw_read_facts_a_second", Figures.round(read.perSecond(), 0));
      node.put("built_to_raw_read", Figures.round(read.records() / seconds / read.perSecond(), 4));
      Map<TopicPartition, Long> from = cluster.ends(Cluster::isInput);
      inputs.publish(artifacts.next(scale.batch()));
      try (ProcessorApp processor = applications.processor(interval)) {
        Drain.Speed beside =
            new Drain(cluster, ProcessorConfig.DEFAULT_APPLICATION_ID, ThroughputBench::isOutput)
                .await(from);
        node.put("pipeline_artifacts_a_second_beside_them", Figures.round(beside.perSecond(), 0));
      }
      node.put(
          "bytes_on_disk_per_handoff",
          Figures.round(
              cluster.bytesOnDisk(topic -> topic.startsWith("handoff-projections"))
                  / (double) artifacts.made(),
              0));
    }
    return node;
  }

  /** The same work with a ledger of another shape, a batch each. */
  private ObjectNode growth(Cluster cluster, Inputs inputs, Applications applications)
      throws Exception {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ObjectNode sessions = node.putObject("artifacts_a_second");
    progress.accept("growth");
    sessions.put(
        "sessions_of_one",
        speed(work(cluster, inputs, applications, artifacts.next(scale.batch()))));
    List<Artifact> oneSession = new ArrayList<>();
    List<Artifact> oneChain = new ArrayList<>();
    for (int i = 0; i < scale.batch() / 2; i++) {
      oneSession.add(artifacts.brief("growth", i));
      oneChain.add(
          i == 0 ? artifacts.brief("chain-0", i) : artifacts.result("chain-" + i, "chain-0", i));
    }
    sessions.put(
        "one_session_of_" + oneSession.size(),
        speed(work(cluster, inputs, applications, oneSession)));
    sessions.put(
        "one_parent_of_" + (oneChain.size() - 1),
        speed(work(cluster, inputs, applications, oneChain)));
    ArrayNode partitions = node.putArray("by_partitions");
    for (int count : scale.otherPartitions()) {
      partitions.add(withPartitions(count));
    }
    return node;
  }

  private ObjectNode withPartitions(int count) throws Exception {
    Path own = folder.resolve("partitions-" + count);
    Artifacts others = new Artifacts(Instant.now());
    try (Cluster cluster = Cluster.start(own.resolve("broker"), count);
        Inputs inputs = new Inputs(cluster)) {
      ThroughputBench throughput =
          new ThroughputBench(cluster, inputs, others, new Applications(cluster, own), progress);
      throughput.warmUp(scale.batch(), interval);
      throughput.round(scale.batch(), interval);
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("partitions", count);
      node.setAll(throughput.figures());
      return node;
    } finally {
      Utils.delete(own.toFile());
    }
  }

  private static double speed(Drain.Speed speed) {
    return Figures.round(speed.perSecond(), 0);
  }
}
