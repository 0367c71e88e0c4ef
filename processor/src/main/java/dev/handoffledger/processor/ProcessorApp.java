package dev.handoffledger.processor;

import dev.handoffledger.processor.decide.Decide;
import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.Intake;
import dev.handoffledger.processor.internal.AdminRoleTopics;
import dev.handoffledger.processor.internal.BoundedReplacement;
import dev.handoffledger.processor.internal.LedgerPartitions;
import dev.handoffledger.processor.internal.ProcessorCounters;
import dev.handoffledger.processor.internal.ProcessorTopology;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/** The write side as a running application. The ledger's topics must be there when it starts. */
public final class ProcessorApp implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final ProcessorConfig config;
  private final Formats formats;
  private final Decide decide;
  private final Function<String, KeyValueBytesStoreSupplier> stores;
  private final ProcessorCounters counters = new ProcessorCounters();
  private Admin admin;
  private AdminRoleTopics roleTopics;
  private KafkaStreams streams;

  public ProcessorApp(ProcessorConfig config) {
    this(config, new Formats());
  }

  private ProcessorApp(ProcessorConfig config, Formats formats) {
    this(
        config,
        formats,
        new Decider(config.holdPolicy(), config.leasePolicy(), formats),
        Stores::persistentKeyValueStore);
  }

  /**
   * @param formats every format it reads
   * @param decide decides what becomes of each input
   * @param stores a store by its name
   */
  public ProcessorApp(
      ProcessorConfig config,
      Formats formats,
      Decide decide,
      Function<String, KeyValueBytesStoreSupplier> stores) {
    this.config = config;
    this.formats = formats;
    this.decide = decide;
    this.stores = stores;
  }

  /**
   * Starts to read.
   *
   * @throws IllegalStateException if the ledger's topics are missing or do not fit each other
   */
  public void start() throws InterruptedException, ExecutionException {
    admin = Admin.create(adminProperties());
    int partitions = LedgerPartitions.check(admin);
    ToIntFunction<String> partitionOf =
        session -> SessionPartitioner.partition(session, partitions);
    roleTopics =
        new AdminRoleTopics(
            admin, config.roleTopicLimit(), partitions, config.replicationFactor(), counters);
    roleTopics.start();
    ProcessorTopology topology =
        new ProcessorTopology(
            new Intake(new HandoffReader(formats), partitionOf),
            decide,
            partitionOf,
            roleTopics,
            counters,
            stores);
    streams = new KafkaStreams(topology.build(), config.streamsProperties());
    streams.setUncaughtExceptionHandler(new BoundedReplacement(counters));
    streams.start();
  }

  /** Whether every partition is being read. */
  public boolean ready() {
    return streams != null && streams.state() == KafkaStreams.State.RUNNING;
  }

  /** What the processor does now, in words. */
  public String status() {
    return streams == null ? "not started" : streams.state().name().toLowerCase(Locale.ROOT);
  }

  /** What this process has done since it started, by Prometheus name and labels. */
  public Map<String, Long> counters() {
    return counters.values();
  }

  /** Ends the open transaction and stops. */
  @Override
  public void close() {
    if (streams != null) {
      streams.close(CLOSE_TIMEOUT);
    }
    if (roleTopics != null) {
      roleTopics.close();
    }
    if (admin != null) {
      admin.close(CLOSE_TIMEOUT);
    }
  }

  private Properties adminProperties() {
    Properties properties = new Properties();
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    config
        .kafka()
        .forEach(
            (name, value) -> {
              if (AdminClientConfig.configNames().contains(name)) {
                properties.put(name, value);
              }
            });
    return properties;
  }
}
