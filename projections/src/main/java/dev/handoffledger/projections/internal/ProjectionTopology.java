package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.chain.ChainFeed;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The read side's topology: the ledger is folded into stores, what rejects work into chains and
 * then issues, and refused artifacts are listed. Beside its own topics it writes the packets of
 * issues.
 */
final class ProjectionTopology {
  /** A changelog must take what the ledger took, and a record's headers with it. */
  static final int MAX_RECORD_BYTES = 6 * 1024 * 1024;

  private static final String LEDGER_SOURCE = "ledger-source";
  private static final String LEDGER_FOLD = "ledger-fold";
  private static final String REJECTED_SOURCE = "rejected-source";
  private static final String REJECTION_LIST = "rejection-list";
  private static final String CHAIN_CHANGES = "chain-changes";
  private static final String ISSUE_PARTS = "issue-parts";

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

  private static final List<String> CHAIN_STORES =
      List.of(StoreNames.CHAIN_MEMBERS, StoreNames.CHAIN_BELOW, StoreNames.CHAIN_FORMER);

  private static final List<String> ISSUE_STORES =
      List.of(
          StoreNames.ISSUE_EVENTS,
          StoreNames.ISSUE_SOURCES,
          StoreNames.ISSUE_JOINS,
          StoreNames.ISSUES,
          StoreNames.ISSUE_NAMES,
          StoreNames.ISSUES_BY_URGENCY);

  private ProjectionTopology() {}

  /** Whether there is one of this store for each partition of the ledger. */
  static boolean isOfLedger(String store) {
    return LEDGER_STORES.contains(store) || store.equals(StoreNames.BODIES);
  }

  /** The topic whose partitions a store has, one store for each. */
  static String topicOf(String store, String applicationId) {
    if (CHAIN_STORES.contains(store)) {
      return applicationId + "-" + CHAIN_CHANGES + "-repartition";
    }
    if (ISSUE_STORES.contains(store)) {
      return applicationId + "-" + ISSUE_PARTS + "-repartition";
    }
    return store.equals(StoreNames.REJECTIONS) ? Topics.REJECTED : Topics.LEDGER;
  }

  /**
   * Builds it.
   *
   * @param partitions of the ledger, and of what is sent on from it
   * @param stores makes the store of a name
   * @param packets whether the packets of issues are written to {@link Topics#PACKETS}
   */
  static Topology build(
      LedgerProgress progress,
      ProjectionCounters counters,
      Duration rejectionRetention,
      int partitions,
      Function<String, KeyValueBytesStoreSupplier> stores,
      boolean packets) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<byte[], byte[]> ledger = read(builder, Topics.LEDGER, LEDGER_SOURCE);
    foldLedger(builder, ledger, stores, progress, counters);
    KStream<String, byte[]> changed = foldIssues(builder, ledger, stores, counters, partitions);
    if (packets) {
      changed.to(
          Topics.PACKETS,
          Produced.with(Serdes.String(), Serdes.ByteArray()).withName("packets-sink"));
    }
    listRejections(builder, stores, counters, rejectionRetention);
    return builder.build();
  }

  private static KStream<byte[], byte[]> read(StreamsBuilder builder, String topic, String name) {
    return builder.stream(
        topic,
        Consumed.<byte[], byte[]>with(Serdes.ByteArray(), Serdes.ByteArray()).withName(name));
  }

  private static void foldLedger(
      StreamsBuilder builder,
      KStream<byte[], byte[]> ledger,
      Function<String, KeyValueBytesStoreSupplier> stores,
      LedgerProgress progress,
      ProjectionCounters counters) {
    LEDGER_STORES.forEach(store -> builder.addStateStore(withChangelog(stores.apply(store))));
    builder.addStateStore(store(stores.apply(StoreNames.BODIES)).withLoggingDisabled());
    List<String> names = new ArrayList<>(LEDGER_STORES);
    names.add(StoreNames.BODIES);
    ledger.process(
        () -> new LedgerNode(progress, counters),
        Named.as(LEDGER_FOLD),
        names.toArray(String[]::new));
  }

  /** Returns the packets that change. */
  private static KStream<String, byte[]> foldIssues(
      StreamsBuilder builder,
      KStream<byte[], byte[]> ledger,
      Function<String, KeyValueBytesStoreSupplier> stores,
      ProjectionCounters counters,
      int partitions) {
    CHAIN_STORES.forEach(store -> builder.addStateStore(withChangelog(stores.apply(store))));
    ISSUE_STORES.forEach(store -> builder.addStateStore(withChangelog(stores.apply(store))));
    ChainFeed feed = new ChainFeed(new Formats());
    KStream<String, IssuePart> ofChains =
        ledger
            .process(() -> new ChainFeedNode(feed), Named.as("chain-feed"))
            .repartition(
                Repartitioned.with(Serdes.String(), serde(IssueJson::change, IssueJson::change))
                    .withName(CHAIN_CHANGES)
                    .withNumberOfPartitions(partitions))
            .process(ChainNode::new, Named.as("chain-fold"), CHAIN_STORES.toArray(String[]::new));
    return ledger
        .process(IssueFeedNode::new, Named.as("issue-feed"))
        .merge(ofChains, Named.as("issue-parts-merged"))
        .repartition(
            Repartitioned.with(Serdes.String(), serde(IssueJson::part, IssueJson::part))
                .withName(ISSUE_PARTS)
                .withNumberOfPartitions(partitions))
        .process(
            () -> new IssueNode(counters),
            Named.as("issue-fold"),
            ISSUE_STORES.toArray(String[]::new));
  }

  private static <T> Serde<T> serde(Function<T, byte[]> write, Function<byte[], T> read) {
    return Serdes.serdeFrom(
        (topic, value) -> value == null ? null : write.apply(value),
        (topic, bytes) -> bytes == null ? null : read.apply(bytes));
  }

  private static void listRejections(
      StreamsBuilder builder,
      Function<String, KeyValueBytesStoreSupplier> stores,
      ProjectionCounters counters,
      Duration retention) {
    builder.addStateStore(withChangelog(stores.apply(StoreNames.REJECTIONS)));
    read(builder, Topics.REJECTED, REJECTED_SOURCE)
        .process(
            () -> new RejectionNode(retention, counters),
            Named.as(REJECTION_LIST),
            StoreNames.REJECTIONS);
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> withChangelog(
      KeyValueBytesStoreSupplier supplier) {
    return store(supplier)
        .withLoggingEnabled(
            Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_RECORD_BYTES)));
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(
      KeyValueBytesStoreSupplier supplier) {
    return Stores.keyValueStoreBuilder(supplier, Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled();
  }
}
