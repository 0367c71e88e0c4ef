package dev.handoffledger.projections.internal;

import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The read side's topology: the ledger is folded into stores, and refused artifacts are listed. It
 * writes to no topic but its changelogs.
 */
final class ProjectionTopology {
  /** A changelog must take what the ledger took, and a record's headers with it. */
  static final int MAX_RECORD_BYTES = 6 * 1024 * 1024;

  private static final String LEDGER_SOURCE = "ledger-source";
  private static final String LEDGER_FOLD = "ledger-fold";
  private static final String REJECTED_SOURCE = "rejected-source";
  private static final String REJECTION_LIST = "rejection-list";

  private static final List<String> LEDGER_STORES =
      List.of(
          StoreNames.FACTS,
          StoreNames.SESSIONS,
          StoreNames.SESSIONS_BY_TIME,
          StoreNames.HANDOFFS,
          StoreNames.ANSWERS,
          StoreNames.LANES,
          StoreNames.OPEN_BY_ROLE,
          StoreNames.OPEN_BY_SESSION,
          StoreNames.LISTS,
          StoreNames.LIST_SUMMARIES,
          StoreNames.ROLES,
          StoreNames.POSITIONS);

  private ProjectionTopology() {}

  static Topology build(
      LedgerProgress progress, ProjectionCounters counters, Duration rejectionRetention) {
    Topology topology = new Topology();
    foldLedger(topology, progress, counters);
    listRejections(topology, counters, rejectionRetention);
    return topology;
  }

  private static void foldLedger(
      Topology topology, LedgerProgress progress, ProjectionCounters counters) {
    topology.addSource(
        LEDGER_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(), Topics.LEDGER);
    topology.addProcessor(LEDGER_FOLD, () -> new LedgerNode(progress, counters), LEDGER_SOURCE);
    for (String store : LEDGER_STORES) {
      topology.addStateStore(withChangelog(store), LEDGER_FOLD);
    }
    topology.addStateStore(store(StoreNames.BODIES).withLoggingDisabled(), LEDGER_FOLD);
  }

  private static void listRejections(
      Topology topology, ProjectionCounters counters, Duration retention) {
    topology.addSource(
        REJECTED_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(), Topics.REJECTED);
    topology.addProcessor(
        REJECTION_LIST, () -> new RejectionNode(retention, counters), REJECTED_SOURCE);
    topology.addStateStore(withChangelog(StoreNames.REJECTIONS), REJECTION_LIST);
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> withChangelog(String name) {
    return store(name)
        .withLoggingEnabled(
            Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_RECORD_BYTES)));
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled();
  }
}
