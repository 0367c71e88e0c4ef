package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.bench.internal.Artifacts.Artifact;
import dev.handoffledger.bench.internal.WrittenRecords.Volume;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.RoleTopic;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Throughput in rounds: the same artifacts through plain clients, the pass-through, the processor
 * and what writes as much as the processor, one after the other, and again.
 */
final class ThroughputBench {
  private static final String RAW_PRODUCE = "raw_produce";
  private static final String RAW_CONSUME = "raw_consume";
  private static final Map<String, String> TOPIC_SETTINGS =
      TopicPlan.role(RoleTopic.OVERFLOW, 1, TopicPlan.Replication.of(1)).configs();

  private final Cluster cluster;
  private final Inputs inputs;
  private final Artifacts artifacts;
  private final Applications applications;
  private final Consumer<String> progress;
  private final Map<Duration, Samples> samples = new TreeMap<>();
  private final Samples raw = new Samples();
  private final SortedMap<String, Volume> written = new TreeMap<>();
  private Volume writtenByComparison = new Volume(0, 0);
  private long writtenFor;
  private long bytesOnDisk;
  private int runs;

  ThroughputBench(
      Cluster cluster,
      Inputs inputs,
      Artifacts artifacts,
      Applications applications,
      Consumer<String> progress) {
    this.cluster = cluster;
    this.inputs = inputs;
    this.artifacts = artifacts;
    this.applications = applications;
    this.progress = progress;
  }

  /** What the processor writes to, its own topics included. */
  static boolean isOutput(String topic) {
    return topic.equals(Topics.LEDGER)
        || topic.equals(Topics.RELAY)
        || topic.equals(Topics.QUARANTINE)
        || topic.equals(Topics.REJECTED)
        || topic.equals(Topics.REPLIES)
        || topic.startsWith(Topics.ROLE_PREFIX)
        || topic.startsWith(ProcessorConfig.DEFAULT_APPLICATION_ID + "-");
  }

  /** Publishes artifacts and has the processor work on them, so that all code is compiled. */
  void warmUp(int count, Duration commitInterval) throws InterruptedException {
    Map<TopicPartition, Long> from = cluster.ends(Cluster::isInput);
    inputs.publish(artifacts.next(count));
    Drain.Speed speed = processor(commitInterval, from);
    progress.accept("warm-up: %.0f handoffs a second".formatted(speed.perSecond()));
  }

  /** One round with so many new artifacts. */
  void round(int count, Duration commitInterval) throws Exception {
    Samples round = samples.computeIfAbsent(commitInterval, any -> new Samples());
    List<Artifact> batch = artifacts.next(count);
    Map<TopicPartition, Long> from = cluster.ends(Cluster::isInput);
    raw.add(RAW_PRODUCE, count / seconds(inputs.publish(batch)));
    raw.add(RAW_CONSUME, inputs.consume(cluster.ends(Cluster::isInput)).perSecond());

    Drain.Speed passThrough = passThrough(commitInterval);
    Map<TopicPartition, Long> before = cluster.ends(ThroughputBench::isOutput);
    long onDisk = cluster.bytesOnDisk(ThroughputBench::isOutput);
    Drain.Speed pipeline = processor(commitInterval, from);
    WrittenRecords records =
        WrittenRecords.between(inputs, before, cluster.ends(ThroughputBench::isOutput));
    bytesOnDisk += cluster.bytesOnDisk(ThroughputBench::isOutput) - onDisk;
    Drain.Speed equal = equalWrites(commitInterval, from, records, perPartition(batch));
    keep(records, count);

    add(round, "pass_through", passThrough);
    add(round, "pipeline", pipeline);
    add(round, "equal_writes", equal);
    round.add("to_pass_through", pipeline.perSecond() / passThrough.perSecond());
    round.add("to_equal_writes", pipeline.perSecond() / equal.perSecond());
    round.add("cpu_to_pass_through", cpu(passThrough) / cpu(pipeline));
    round.add("cpu_to_equal_writes", cpu(equal) / cpu(pipeline));
    progress.accept(
        "commit %d ms: pass-through %.0f/s, pipeline %.0f/s, equal writes %.0f/s"
            .formatted(
                commitInterval.toMillis(),
                passThrough.perSecond(),
                pipeline.perSecond(),
                equal.perSecond()));
  }

  private Drain.Speed passThrough(Duration commitInterval) throws Exception {
    // With all that was ever published: one batch would be through in a few transactions.
    cluster.provision(plan(List.of(Baselines.PASSED_THROUGH)));
    String application = "bench-pass-through-" + runs++;
    try (AutoCloseable running =
        applications.beside(application, Baselines.passThrough(), commitInterval)) {
      return new Drain(cluster, application, Baselines.PASSED_THROUGH::equals).await(Map.of());
    }
  }

  private Drain.Speed processor(Duration commitInterval, Map<TopicPartition, Long> from)
      throws InterruptedException {
    try (ProcessorApp processor = applications.processor(commitInterval)) {
      return new Drain(cluster, ProcessorConfig.DEFAULT_APPLICATION_ID, ThroughputBench::isOutput)
          .await(from);
    }
  }

  private Drain.Speed equalWrites(
      Duration commitInterval,
      Map<TopicPartition, Long> from,
      WrittenRecords records,
      Map<Integer, Long> perPartition)
      throws Exception {
    Map<String, Volume> expected = records.byTopic(Baselines::standIn);
    provisionStandIns(records.byTopic(topic -> topic).keySet());
    Map<TopicPartition, Long> before = cluster.ends(expected::containsKey);
    String application = "bench-equal-writes-" + runs++;
    cluster.startAt(application, from);
    Drain.Speed speed;
    try (AutoCloseable running =
        applications.beside(
            application, Baselines.equalWrites(records, perPartition), commitInterval)) {
      speed = new Drain(cluster, application, expected::containsKey).await(from);
    }
    Map<String, Volume> actual =
        WrittenRecords.between(inputs, before, cluster.ends(expected::containsKey))
            .byTopic(topic -> topic);
    if (!actual.equals(expected)) {
      throw new IllegalStateException(
          "the comparison is not equal: it wrote "
              + actual
              + " where the processor wrote "
              + expected);
    }
    writtenByComparison = actual.values().stream().reduce(writtenByComparison, Volume::plus);
    return speed;
  }

  private void provisionStandIns(Iterable<String> topics) throws InterruptedException {
    List<TopicPlan.Topic> standIns = new ArrayList<>();
    for (String topic : topics) {
      standIns.add(
          new TopicPlan.Topic(
              Baselines.standIn(topic), cluster.partitions(topic), 1, TOPIC_SETTINGS));
    }
    cluster.provision(new TopicPlan(standIns));
  }

  private TopicPlan plan(List<String> topics) {
    return new TopicPlan(
        topics.stream()
            .map(topic -> new TopicPlan.Topic(topic, cluster.partitions(), 1, TOPIC_SETTINGS))
            .toList());
  }

  private Map<Integer, Long> perPartition(List<Artifact> batch) {
    Map<Integer, Long> counts = new HashMap<>();
    for (Artifact artifact : batch) {
      counts.merge(
          SessionPartitioner.partition(artifact.session(), cluster.partitions()), 1L, Long::sum);
    }
    return counts;
  }

  private void keep(WrittenRecords records, int count) {
    records
        .byTopic(ThroughputBench::family)
        .forEach((name, volume) -> written.merge(name, volume, Volume::plus));
    writtenFor += count;
  }

  private static String family(String topic) {
    if (topic.startsWith(Topics.ROLE_PREFIX)) {
      return "role topics";
    }
    String own = ProcessorConfig.DEFAULT_APPLICATION_ID + "-";
    return topic.startsWith(own) ? topic.substring(own.length()) : topic;
  }

  private static void add(Samples round, String name, Drain.Speed speed) {
    round.add(name, speed.perSecond());
    double artifacts = speed.artifacts();
    round.add(name + "_cpu_us", speed.cpu().all() / artifacts / 1e3);
    round.add(name + "_streams_cpu_us", speed.cpu().streams() / artifacts / 1e3);
    round.add(name + "_clients_cpu_us", speed.cpu().clients() / artifacts / 1e3);
  }

  private static double cpu(Drain.Speed speed) {
    return speed.cpu().all() / (double) speed.artifacts();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** The two ratios that stand first, at one commit interval. */
  void putRatios(ObjectNode ratios, Duration commitInterval) {
    Samples round = samples.get(commitInterval);
    ratios.put("pipeline_to_passthrough", Figures.round(round.median("to_pass_through"), 3));
    ratios.put("pipeline_to_equal_writes", Figures.round(round.median("to_equal_writes"), 3));
    ratios.put(
        "pipeline_to_passthrough_by_cpu", Figures.round(round.median("cpu_to_pass_through"), 3));
    ratios.put(
        "pipeline_to_equal_writes_by_cpu", Figures.round(round.median("cpu_to_equal_writes"), 3));
  }

  /** Every figure: the median of the rounds, and what was seen at least and at most. */
  ObjectNode figures() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.set("artifacts_a_second", raw.figures(0));
    ObjectNode intervals = all.putObject("by_commit_interval_ms");
    samples.forEach(
        (interval, round) -> intervals.set(Long.toString(interval.toMillis()), round.figures(3)));
    return all;
  }

  /** What one artifact has the processor write, and the same of the comparison. */
  ObjectNode writes() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    Volume sum = written.values().stream().reduce(new Volume(0, 0), Volume::plus);
    all.put("artifacts", writtenFor);
    put(all.putObject("pipeline"), sum);
    // A round whose comparison wrote anything else has failed.
    put(all.putObject("equal_writes"), writtenByComparison);
    all.put("bytes_on_disk_per_artifact", Figures.round(bytesOnDisk / (double) writtenFor, 0));
    ObjectNode topics = all.putObject("by_topic");
    written.forEach((name, volume) -> put(topics.putObject(name), volume));
    return all;
  }

  private void put(ObjectNode node, Volume volume) {
    node.put("records", volume.records());
    node.put("bytes", volume.bytes());
    node.put("records_per_artifact", Figures.round(volume.records() / (double) writtenFor, 2));
    node.put("bytes_per_artifact", Figures.round(volume.bytes() / (double) writtenFor, 0));
  }
}
