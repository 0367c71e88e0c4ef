package dev.handoffledger.processor;

import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.schemas.wire.TopicPlan.Replication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * How a processor runs.
 *
 * @param bootstrapServers of the Kafka cluster
 * @param applicationId shared by all processors of a ledger
 * @param stateDir where the stores are kept
 * @param threads how many stream threads
 * @param standbys how many other processors keep a copy of each store, so that one that takes over
 *     need not restore it
 * @param commitInterval how long a transaction is open; what delays a handoff most
 * @param rocksDbMemoryBytes that all stores together may use outside the heap
 * @param holdPolicy which handoffs wait for their parent before they are routed
 * @param leasePolicy how often a handoff is given out
 * @param roleTopicLimit how many role topics there may be; further roles share the overflow topic
 * @param replication of the role topics and the stores' changelogs
 * @param kafka further settings for Kafka Streams, which win over all above
 */
public record ProcessorConfig(
    String bootstrapServers,
    String applicationId,
    Path stateDir,
    int threads,
    int standbys,
    Duration commitInterval,
    long rocksDbMemoryBytes,
    HoldPolicy holdPolicy,
    LeasePolicy leasePolicy,
    int roleTopicLimit,
    Replication replication,
    Map<String, String> kafka) {

  public static final String DEFAULT_APPLICATION_ID = "handoff-processor";
  public static final int DEFAULT_ROLE_TOPIC_LIMIT = 200;
  public static final long DEFAULT_ROCKSDB_MEMORY_BYTES = 128L << 20;
  public static final Duration DEFAULT_COMMIT_INTERVAL = Duration.ofMillis(50);

  // A member that is known by name takes its own place again after a restart, instead of waiting
  // for its predecessor to be given up. Nobody waits for the transaction of the only processor but
  // itself, and it ends that when it comes back: a pause of a busy machine must not end it before.
  private static final Map<String, String> ONLY_PROCESSOR =
      Map.of(
          "main.consumer.group.instance.id",
          "single-node",
          "producer.transaction.timeout.ms",
          "60000");

  public ProcessorConfig {
    Objects.requireNonNull(bootstrapServers);
    Objects.requireNonNull(applicationId);
    Objects.requireNonNull(stateDir);
    Objects.requireNonNull(commitInterval);
    Objects.requireNonNull(holdPolicy);
    Objects.requireNonNull(leasePolicy);
    Objects.requireNonNull(replication);
    if (threads < 1 || standbys < 0) {
      throw new IllegalArgumentException("a processor needs a thread, and none or more standbys");
    }
    kafka = Map.copyOf(kafka);
  }

  /** The defaults of a ledger on one machine. */
  public static ProcessorConfig singleNode(String bootstrapServers, Path stateDir) {
    return new ProcessorConfig(
        bootstrapServers,
        DEFAULT_APPLICATION_ID,
        stateDir,
        1,
        0,
        DEFAULT_COMMIT_INTERVAL,
        DEFAULT_ROCKSDB_MEMORY_BYTES,
        HoldPolicy.DEFAULT,
        LeasePolicy.DEFAULT,
        DEFAULT_ROLE_TOPIC_LIMIT,
        Replication.of(1),
        ONLY_PROCESSOR);
  }

  /** Names Kafka's settings only: among their values there may be passwords. */
  @Override
  public String toString() {
    return "ProcessorConfig[%s on %s, kafka=%s]"
        .formatted(applicationId, bootstrapServers, kafka.keySet());
  }
}
