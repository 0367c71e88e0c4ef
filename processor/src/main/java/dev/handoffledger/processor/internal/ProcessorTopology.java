package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Decide;
import dev.handoffledger.processor.decide.Intake;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.RecordSizes;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.RecordContext;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The write side: intake, session, route; one sub-topology. */
public final class ProcessorTopology {
  private static final Map<String, String> CHANGELOG =
      Map.of("max.message.bytes", Integer.toString(RecordSizes.MAX_RECORD_BYTES));

  private final Intake intake;
  private final Decide decide;
  private final ToIntFunction<String> partitionOf;
  private final RoleTopics roleTopics;
  private final ProcessorCounters counters;
  private final Function<String, KeyValueBytesStoreSupplier> stores;

  /**
   * @param partitionOf the partition of a session
   * @param stores a store by its name
   */
  public ProcessorTopology(
      Intake intake,
      Decide decide,
      ToIntFunction<String> partitionOf,
      RoleTopics roleTopics,
      ProcessorCounters counters,
      Function<String, KeyValueBytesStoreSupplier> stores) {
    this.intake = intake;
    this.decide = decide;
    this.partitionOf = partitionOf;
    this.roleTopics = roleTopics;
    this.counters = counters;
    this.stores = stores;
  }

  /** Builds the topology: a table of contents of the write side. */
  public Topology build() {
    Topology topology = new Topology();
    addSources(topology);
    topology.addProcessor(
        Nodes.INTAKE, () -> new IntakeNode(intake), Nodes.INBOUND, Nodes.COMMANDS, Nodes.RELAY_IN);
    topology.addProcessor(Nodes.SESSION, () -> new SessionNode(decide, partitionOf), Nodes.INTAKE);
    topology.addStateStore(store(Nodes.SESSION_STATE), Nodes.SESSION);
    topology.addStateStore(store(Nodes.BODIES), Nodes.SESSION);
    topology.addProcessor(
        Nodes.ROUTE,
        () -> new RouteNode(roleTopics, new OutgoingRecords(), counters),
        Nodes.INTAKE,
        Nodes.SESSION);
    topology.addStateStore(store(Nodes.WAITING_ROUTES), Nodes.ROUTE);
    addSinks(topology);
    return topology;
  }

  private static void addSources(Topology topology) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        Nodes.INBOUND,
        new UsePartitionTimeOnInvalidTimestamp(),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        Topics.IN);
    addSource(topology, Nodes.COMMANDS, Topics.COMMANDS);
    addSource(topology, Nodes.RELAY_IN, Topics.RELAY);
  }

  private static void addSource(Topology topology, String name, String topic) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        new UsePartitionTimeOnInvalidTimestamp(),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }

  private void addSinks(Topology topology) {
    addSink(topology, Nodes.LEDGER, Topics.LEDGER);
    addSink(topology, Nodes.RELAY_OUT, Topics.RELAY);
    addSink(topology, Nodes.QUARANTINE, Topics.QUARANTINE);
    addSink(topology, Nodes.REPLIES, Topics.REPLIES);
    topology.addSink(
        Nodes.ROLES,
        new TopicOfRole(roleTopics),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        bySession(),
        Nodes.ROUTE);
    topology.addSink(
        Nodes.REJECTED,
        Topics.REJECTED,
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        Nodes.ROUTE);
  }

  private static void addSink(Topology topology, String name, String topic) {
    topology.addSink(
        name,
        topic,
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        bySession(),
        Nodes.ROUTE);
  }

  private static StreamPartitioner<byte[], byte[]> bySession() {
    return new BySession();
  }

  /** Every record goes to the partition of the session that is its key. */
  private static final class BySession implements StreamPartitioner<byte[], byte[]> {
    @Override
    @Deprecated
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(
        String topic, byte[] key, byte[] value, int partitions) {
      return Optional.of(
          Set.of(
              SessionPartitioner.partition(new String(key, StandardCharsets.UTF_8), partitions)));
    }
  }

  /** A routed record goes to the topic of the role in its header. */
  private static final class TopicOfRole implements TopicNameExtractor<byte[], byte[]> {
    private final RoleTopics roleTopics;

    TopicOfRole(RoleTopics roleTopics) {
      this.roleTopics = roleTopics;
    }

    @Override
    public String extract(byte[] key, byte[] value, RecordContext context) {
      Header role = context.headers().lastHeader(HandoffHeaders.ROLE);
      return roleTopics
          .topicOf(new String(role.value(), StandardCharsets.UTF_8))
          .orElseThrow(() -> new IllegalStateException("routed before the role's topic was there"));
    }

    @Override
    public String toString() {
      return "topic of role";
    }
  }

  private StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(stores.apply(name), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(CHANGELOG);
  }
}
