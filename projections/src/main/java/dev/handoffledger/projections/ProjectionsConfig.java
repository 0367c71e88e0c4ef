package dev.handoffledger.projections;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * How the projections run.
 *
 * @param bootstrapServers of the Kafka that has the ledger
 * @param stateDirectory where the stores are kept; what is lost there is read again from Kafka
 * @param applicationId names the consumer group and starts the changelogs' names; another one is a
 *     projection of its own
 * @param instanceId makes this instance a static member of the group under that name, so that it
 *     has its partitions back at once after a crash; null for a member like any other
 * @param threads that fold
 * @param rocksDbMemoryBytes that all stores together may use outside the heap
 * @param rejectionRetention how long a refused artifact is listed
 * @param sharing how it shares the partitions with other instances; null for an instance that is
 *     alone and so has every partition
 * @param packets whether the packets of issues are written to {@code handoff.packets}; one
 *     projection of a ledger should, and those beside it, made to compare for example, should not
 * @param kafka further properties of the Kafka clients (security, timeouts) and of Kafka Streams
 */
public record ProjectionsConfig(
    String bootstrapServers,
    Path stateDirectory,
    String applicationId,
    String instanceId,
    int threads,
    long rocksDbMemoryBytes,
    Duration rejectionRetention,
    Sharing sharing,
    boolean packets,
    Map<String, String> kafka) {
  /**
   * The number is that of the stores' layout. An application that finds its offsets committed reads
   * nothing twice, so stores of another layout belong to another application, which reads the
   * ledger from its beginning.
   */
  public static final String DEFAULT_APPLICATION_ID = "handoff-projections-5";

  public static final long DEFAULT_ROCKSDB_MEMORY_BYTES = 128L << 20;
  public static final Duration DEFAULT_REJECTION_RETENTION = Duration.ofDays(30);

  public ProjectionsConfig {
    Objects.requireNonNull(bootstrapServers);
    Objects.requireNonNull(stateDirectory);
    Objects.requireNonNull(applicationId);
    Objects.requireNonNull(rejectionRetention);
    if (threads < 1) {
      throw new IllegalArgumentException("the projections need a thread");
    }
    kafka = Map.copyOf(kafka);
  }

  /** The defaults. */
  public static ProjectionsConfig of(String bootstrapServers, Path stateDirectory) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        DEFAULT_APPLICATION_ID,
        null,
        1,
        DEFAULT_ROCKSDB_MEMORY_BYTES,
        DEFAULT_REJECTION_RETENTION,
        null,
        true,
        Map.of());
  }

  public ProjectionsConfig withApplicationId(String newApplicationId) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        newApplicationId,
        instanceId,
        threads,
        rocksDbMemoryBytes,
        rejectionRetention,
        sharing,
        packets,
        kafka);
  }

  public ProjectionsConfig withInstanceId(String newInstanceId) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        newInstanceId,
        threads,
        rocksDbMemoryBytes,
        rejectionRetention,
        sharing,
        packets,
        kafka);
  }

  public ProjectionsConfig withThreads(int newThreads) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        instanceId,
        newThreads,
        rocksDbMemoryBytes,
        rejectionRetention,
        sharing,
        packets,
        kafka);
  }

  public ProjectionsConfig withRocksDbMemoryBytes(long newRocksDbMemoryBytes) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        instanceId,
        threads,
        newRocksDbMemoryBytes,
        rejectionRetention,
        sharing,
        packets,
        kafka);
  }

  public ProjectionsConfig withRejectionRetention(Duration newRejectionRetention) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        instanceId,
        threads,
        rocksDbMemoryBytes,
        newRejectionRetention,
        sharing,
        packets,
        kafka);
  }

  public ProjectionsConfig withSharing(Sharing newSharing) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        instanceId,
        threads,
        rocksDbMemoryBytes,
        rejectionRetention,
        newSharing,
        packets,
        kafka);
  }

  public ProjectionsConfig withPackets(boolean newPackets) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        instanceId,
        threads,
        rocksDbMemoryBytes,
        rejectionRetention,
        sharing,
        newPackets,
        kafka);
  }

  public ProjectionsConfig withKafka(Map<String, String> newKafka) {
    return new ProjectionsConfig(
        bootstrapServers,
        stateDirectory,
        applicationId,
        instanceId,
        threads,
        rocksDbMemoryBytes,
        rejectionRetention,
        sharing,
        packets,
        newKafka);
  }

  /** Names Kafka's settings only: among their values there may be passwords. */
  @Override
  public String toString() {
    return "ProjectionsConfig[%s on %s, kafka=%s]"
        .formatted(applicationId, bootstrapServers, kafka.keySet());
  }
}
