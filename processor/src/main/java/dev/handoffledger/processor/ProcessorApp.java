package dev.handoffledger.processor;

import dev.handoffledger.processor.decide.Decide;
import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.Intake;
import dev.handoffledger.processor.internal.AdminRoleTopics;
import dev.handoffledger.processor.internal.BoundedReplacement;
import dev.handoffledger.processor.internal.LedgerPartitions;
import dev.handoffledger.processor.internal.ProcessorCounters;
import dev.handoffledger.processor.internal.ProcessorTopology;
import dev.handoffledger.processor.internal.RestoreProgress;
import dev.handoffledger.processor.internal.RocksDbMemory;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.kafka.ConsumerLag;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The write side as a running application. The ledger's topics must be there when it starts. */
public final class ProcessorApp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessorApp.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final ProcessorConfig config;
  private final Formats formats;
  private final Decide decide;
  private final Function<String, KeyValueBytesStoreSupplier> stores;
  private final ProcessorCounters counters = new ProcessorCounters();
  private final RestoreProgress restoring = new RestoreProgress();
  private final BoundedReplacement replacement = new BoundedReplacement(counters, System::nanoTime);
  private RocksDbMemory memory;
  private Admin admin;
  private AdminRoleTopics roleTopics;
  private volatile KafkaStreams streams;
  private boolean closed;

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
            admin, config.roleTopicLimit(), partitions, config.replication(), counters);
    roleTopics.start();
    ProcessorTopology topology =
        new ProcessorTopology(
            new Intake(new HandoffReader(formats), partitionOf),
            decide,
            partitionOf,
            roleTopics,
            counters,
            stores);
    memory = new RocksDbMemory(config.rocksDbMemoryBytes());
    streams = new KafkaStreams(topology.build(), properties());
    streams.setUncaughtExceptionHandler(replacement);
    streams.setGlobalStateRestoreListener(restoring);
    streams.start();
  }

  /** Whether its stores are restored, and every partition that it has is being read. */
  public boolean ready() {
    return streams != null && streams.state() == KafkaStreams.State.RUNNING;
  }

  /** What the processor does now, in words. */
  public String status() {
    if (streams == null) {
      return "not started";
    }
    if (replacement.gaveUp()) {
      return "stopped: its threads failed more than %d times in %d minutes"
          .formatted(BoundedReplacement.MAX_FAILURES, BoundedReplacement.WINDOW.toMinutes());
    }
    String state = streams.state().name().toLowerCase(Locale.ROOT);
    Map<String, Long> remaining = restoring.remaining();
    return remaining.isEmpty()
        ? state
        : remaining.entrySet().stream()
            .map(store -> store.getKey() + " has " + store.getValue() + " records to go")
            .collect(Collectors.joining(", ", state + ", restoring its stores: ", ""));
  }

  /** Whether it has stopped by itself, for good. */
  public boolean failed() {
    return streams != null && (replacement.gaveUp() || streams.state() == KafkaStreams.State.ERROR);
  }

  /** What this process has done since it started, by Prometheus name and labels. */
  public Map<String, Long> counters() {
    return counters.values();
  }

  /** How it stands, by Prometheus name and labels. */
  public Map<String, Long> gauges() {
    Map<String, Long> gauges = new TreeMap<>();
    gauges.put("handoff_processor_ready", ready() ? 1L : 0L);
    if (streams == null) {
      return gauges;
    }
    gauges.put(
        "handoff_processor_restore_records_remaining",
        restoring.remaining().values().stream().mapToLong(Long::longValue).sum());
    gauges.put("handoff_processor_rocksdb_memory_bytes", memory.usedBytes());
    gauges.put("handoff_processor_rocksdb_memory_limit_bytes", memory.limitBytes());
    ConsumerLag.byTopic(streams.metrics().values())
        .forEach(
            (topic, lag) ->
                gauges.put("handoff_processor_lag_records{topic=\"" + topic + "\"}", lag));
    return gauges;
  }

  /**
   * Ends the open transaction, leaves its partitions to the other processors and stops. Idempotent.
   */
  @Override
  public void close() {
    if (streams != null && !closed) {
      closed = true;
      boolean stopped =
          streams.close(
              CloseOptions.timeout(CLOSE_TIMEOUT)
                  .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
      if (stopped) {
        memory.close();
      } else {
        // Freed under a store that is still open, it would take the process down.
        LOG.error("event=processor_not_stopped after_s={}", CLOSE_TIMEOUT.toSeconds());
      }
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

  private Properties properties() {
    Properties properties = config.streamsProperties();
    properties.putIfAbsent(
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, RocksDbMemory.ConfigSetter.class);
    properties.put(RocksDbMemory.CONFIG, memory);
    return properties;
  }
}
