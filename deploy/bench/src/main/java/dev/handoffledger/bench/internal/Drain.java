package dev.handoffledger.bench.internal;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * How fast an application gets through artifacts that wait for it, by what it has committed. Counts
 * from the first commit that is seen, so that starting up is left out, to the last.
 */
final class Drain {
  private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(25);
  private static final Duration QUIET = Duration.ofMillis(400);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final Cluster cluster;
  private final String group;
  private final Predicate<String> outputs;

  /**
   * @param group of the application
   * @param outputs topics that have stopped growing once it is through with all it reads
   */
  Drain(Cluster cluster, String group, Predicate<String> outputs) {
    this.cluster = cluster;
    this.group = group;
    this.outputs = outputs;
  }

  /**
   * What was seen.
   *
   * @param artifacts between the first commit seen and the last
   * @param took between those two
   * @param cpu used between those two
   */
  record Speed(long artifacts, Duration took, CpuTime cpu) {
    double perSecond() {
      return artifacts / (took.toNanos() / 1e9);
    }
  }

  /**
   * Waits until the application has committed all inbound records and has nothing left to write.
   *
   * @param from where it began
   */
  Speed await(Map<TopicPartition, Long> from) throws InterruptedException {
    Map<TopicPartition, Long> ends = cluster.ends(Cluster::isInput);
    long all = count(from, ends);
    long begun = System.nanoTime();
    long first = 0;
    long firstAt = 0;
    CpuTime firstCpu = null;
    long last = 0;
    long lastAt = begun;
    CpuTime begunCpu = CpuTime.now();
    CpuTime lastCpu = begunCpu;
    while (last < all) {
      long now = look(begun);
      long committed = count(from, cluster.committedInputs(group));
      if (committed > last) {
        last = committed;
        lastAt = now;
        lastCpu = CpuTime.now();
        if (firstCpu == null) {
          first = committed;
          firstAt = now;
          firstCpu = lastCpu;
        }
      }
    }
    Map<TopicPartition, Long> written = cluster.ends(outputs);
    long quietSince = System.nanoTime();
    while (System.nanoTime() - quietSince < QUIET.toNanos()) {
      long now = look(begun);
      Map<TopicPartition, Long> grown = cluster.ends(written.keySet());
      if (!grown.equals(written)) {
        written = grown;
        lastAt = now;
        lastCpu = CpuTime.now();
        quietSince = now;
      }
    }
    if (first == all) {
      // So few that one transaction took them all: then starting up is in the figure.
      return new Speed(all, Duration.ofNanos(lastAt - begun), lastCpu.since(begunCpu));
    }
    return new Speed(all - first, Duration.ofNanos(lastAt - firstAt), lastCpu.since(firstCpu));
  }

  private long look(long begun) throws InterruptedException {
    LockSupport.parkNanos(LOOK_EVERY);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long now = System.nanoTime();
    if (now - begun > PATIENCE.toNanos()) {
      throw new IllegalStateException(group + " did not get through its artifacts in time");
    }
    return now;
  }

  private static long count(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    return to.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - from.getOrDefault(end.getKey(), 0L)))
        .sum();
  }
}
