package dev.handoffledger.bench.internal;

import dev.handoffledger.bench.internal.Artifacts.Artifact;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
final class OpenLoop {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long HIGHEST = TimeUnit.MINUTES.toNanos(2);

  private final Cluster cluster;
  private final Inputs inputs;
  private final Artifacts artifacts;

  OpenLoop(Cluster cluster, Inputs inputs, Artifacts artifacts) {
    this.cluster = cluster;
    this.inputs = inputs;
    this.artifacts = artifacts;
  }

  /**
   * Measures.
   *
   * @param outputs the topics that are read
   * @param perSecond how many artifacts are published a second
   * @param time for how long, the warm-up aside
   * @return nanoseconds
   */
  Histogram measure(Predicate<String> outputs, int perSecond, Duration time)
      throws InterruptedException {
    return measure(outputs, perSecond, time, () -> {});
  }

  /**
   * Measures.
   *
   * @param inTheMiddle is done once half of the artifacts are published
   */
  Histogram measure(Predicate<String> outputs, int perSecond, Duration time, Runnable inTheMiddle)
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
                  if (i == batch.size() / 2) {
                    inTheMiddle.run();
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
}
