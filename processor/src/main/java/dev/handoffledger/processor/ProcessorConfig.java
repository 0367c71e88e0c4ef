package dev.handoffledger.processor;

import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.schemas.wire.RecordSizes;
import dev.handoffledger.schemas.wire.TopicPlan.Replication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

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

  private static final int BATCH_BYTES = 128 * 1024;

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

  public ProcessorConfig withCommitInterval(Duration newCommitInterval) {
    return new ProcessorConfig(
        bootstrapServers,
        applicationId,
        stateDir,
        threads,
        standbys,
        newCommitInterval,
        rocksDbMemoryBytes,
        holdPolicy,
        leasePolicy,
        roleTopicLimit,
        replication,
        kafka);
  }

  public ProcessorConfig withKafka(Map<String, String> newKafka) {
    return new ProcessorConfig(
        bootstrapServers,
        applicationId,
        stateDir,
        threads,
        standbys,
        commitInterval,
        rocksDbMemoryBytes,
        holdPolicy,
        leasePolicy,
        roleTopicLimit,
        replication,
        newKafka);
  }

  public ProcessorConfig withApplicationId(String newApplicationId) {
    return new ProcessorConfig(
        bootstrapServers,
        newApplicationId,
        stateDir,
        threads,
        standbys,
        commitInterval,
        rocksDbMemoryBytes,
        holdPolicy,
        leasePolicy,
        roleTopicLimit,
        replication,
        kafka);
  }

  /** The settings of Kafka Streams that a processor runs with. */
  public Properties streamsProperties() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
    properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir().toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads());
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval().toMillis());
    // While nothing comes, what was done last waits for the end of a poll to be committed.
    properties.put(StreamsConfig.POLL_MS_CONFIG, Math.max(1, commitInterval().toMillis() / 5));
    properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys());
    properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replication().factor());
    properties.put(
        StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG),
        Integer.toString(replication().minInSync()));
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 500);
    properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6000);
    properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2000);
    // A pattern's new topics are noticed when the metadata is refreshed.
    properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.METADATA_MAX_AGE_CONFIG), 30_000);
    properties.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 10_000);
    properties.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        RecordSizes.MAX_RECORD_BYTES);
    properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
    // An artifact has more than a kilobyte: in Kafka's 16 KiB, each batch would hold a dozen.
    properties.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    properties.putAll(kafka());
    return properties;
  }

  /** Names Kafka's settings only: among their values there may be passwords. */
  @Override
  public String toString() {
    return "ProcessorConfig[%s on %s, kafka=%s]"
        .formatted(applicationId, bootstrapServers, kafka.keySet());
  }
}
