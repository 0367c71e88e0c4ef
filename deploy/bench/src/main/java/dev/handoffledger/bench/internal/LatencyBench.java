package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.bench.internal.Artifacts.Artifact;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * From publishing an artifact until a reader of committed records has it, at a fixed rate. Counts
 * from the time at which an artifact was to be sent, so that a stall counts for all who would have
 * published during it.
 */
final class LatencyBench {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long HIGHEST = TimeUnit.MINUTES.toNanos(2);

  private final Cluster cluster;
  private final Inputs inputs;
  private final Artifacts artifacts;
  private final Applications applications;
  private final Consumer<String> progress;
  private final Map<Duration, Samples> samples = new TreeMap<>();
  private int runs;

  LatencyBench(
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
      return openLoop(Baselines.PASSED_THROUGH::equals, perSecond, time);
    }
  }

  private Histogram pipeline(Duration commitInterval, int perSecond, Duration time)
      throws InterruptedException {
    try (ProcessorApp processor = applications.processor(commitInterval)) {
      // What the pass-through was measured with is to be out of the way.
      new Drain(cluster, ProcessorConfig.DEFAULT_APPLICATION_ID, ThroughputBench::isOutput)
          .await(Map.of());
      return openLoop(topic -> topic.startsWith(Topics.ROLE_PREFIX), perSecond, time);
    }
  }

  private Histogram openLoop(Predicate<String> outputs, int perSecond, Duration time)
      throws InterruptedException {
    int warmUp = (int) (perSecond * WARM_UP.toSeconds());
    List<Artifact> batch = artifacts.next(warmUp + (int) (perSecond * time.toSeconds()));
    long first = artifacts.made() - batch.size();
    Map<Long, Long> due = new ConcurrentHashMap<>();
    Histogram latencies = new Histogram(HIGHEST, 3);
    Map<TopicPartition, Long> ends = cluster.ends(outputs);
    try (KafkaConsumer<byte[], byte[]> consumer = inputs.consumer(Map.of());
        KafkaProducer<byte[], byte[]> producer = promptProducer()) {
      consumer.assign(ends.keySet());
      ends.forEach(consumer::seek);
      long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
      Thread sender =
          new Thread(
              () -> {
                for (int i = 0; i < batch.size(); i++) {
                  long at = start + i * TimeUnit.SECONDS.toNanos(1) / perSecond;
                  long left = at - System.nanoTime();
                  while (left > 0) {
                    LockSupport.parkNanos(left);
                    left = at - System.nanoTime();
                  }
                  due.put(first + i, at);
                  producer.send(inputs.record(batch.get(i)));
                }
                producer.flush();
              },
              "open-loop");
      sender.start();
      long deadline = start + time.plus(WARM_UP).plus(PATIENCE).toNanos();
      for (int received = 0; received < batch.size(); ) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          long now = System.nanoTime();
          long number = Artifacts.number(new String(record.key(), StandardCharsets.UTF_8));
          Long at = due.remove(number);
          if (at == null) {
            throw new IllegalStateException("artifact " + number + " came out twice");
          }
          received++;
          if (number - first >= warmUp) {
            latencies.recordValue(Math.min(HIGHEST, now - at));
          }
        }
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "only %d of %d artifacts came out".formatted(received, batch.size()));
        }
      }
      sender.join();
    }
    return latencies;
  }

  private KafkaProducer<byte[], byte[]> promptProducer() {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            cluster.bootstrapServers(),
            "linger.ms",
            0,
            "compression.type",
            "lz4"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
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
