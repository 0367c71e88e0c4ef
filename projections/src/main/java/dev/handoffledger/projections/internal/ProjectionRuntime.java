package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.projections.Sharing;
import dev.handoffledger.projections.StandbyReads;
import dev.handoffledger.schemas.kafka.ConsumerLag;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running projections: Kafka Streams, what it shares, and how it stands. */
public final class ProjectionRuntime implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProjectionRuntime.class);
  private static final Duration ARTIFACT_FETCH = Duration.ofSeconds(5);
  private static final Duration CLOSE = Duration.ofSeconds(30);

  private final ProjectionCounters counters = new ProjectionCounters();
  private final LedgerProgress progress = new LedgerProgress();
  private final RestoreProgress restoring = new RestoreProgress();
  private final ThreadReplacement replacement = new ThreadReplacement(Clock.systemUTC(), counters);
  private final LedgerTopics topics;
  private final CatchUp catchUp;
  private final RocksDbMemory memory;
  private final KafkaArtifacts artifacts;
  private final KafkaStreams streams;
  private final ReadProgress read;
  private final StoreQueries queries;
  private final StoreQueries standbyQueries;
  private final StandbyWatches standbyReads = new StandbyWatches();
  private final PeerQuestions peerQuestions;

  /**
   * Starts the projections; they are ready some time later.
   *
   * @throws IllegalStateException if the ledger's topics do not exist
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not answer
   */
  public ProjectionRuntime(ProjectionsConfig config) {
    topics = LedgerTopics.describe(KafkaSettings.ledgerConsumer(config), config.packets());
    catchUp = new CatchUp(topics.ledgerEnds());
    memory = new RocksDbMemory(config.rocksDbMemoryBytes());
    artifacts = new KafkaArtifacts(KafkaSettings.ledgerConsumer(config), ARTIFACT_FETCH, counters);
    streams = create(config);
    StoreAccess here = new StreamsStores(streams, topics, this::readingObstacle);
    StoreCopies copies = new StreamsCopies(streams, topics, config.applicationId());
    peerQuestions = new LocalPeerQuestions(here, copies, progress);
    Sharing sharing = config.sharing();
    if (sharing == null) {
      read = progress;
      queries = new StoreQueries(here, read, artifacts, artifacts);
      standbyQueries = queries;
    } else {
      Peers peers =
          new Peers(
              config.applicationId(),
              HostInfo.buildFromEndpoint(sharing.address()),
              streams::metadataForAllStreamsClients,
              new PeerClient(sharing.secret()));
      read = new SharedProgress(progress, peers, topics.ledgerPartitions());
      StoreAccess shared = new SharedStores(here, peers);
      queries = new StoreQueries(shared, read, artifacts, artifacts);
      standbyQueries =
          new StoreQueries(
              new CopiedStores(shared, copies, peers, standbyReads, sharing.mostStandbyLag()),
              read,
              artifacts,
              artifacts);
    }
    streams.setUncaughtExceptionHandler(replacement);
    streams.setGlobalStateRestoreListener(restoring);
    streams.start();
  }

  private KafkaStreams create(ProjectionsConfig config) {
    try {
      return new KafkaStreams(
          ProjectionTopology.build(
              progress,
              counters,
              config.rejectionRetention(),
              topics.ledgerPartitions(),
              Stores::persistentKeyValueStore,
              config.packets()),
          KafkaSettings.streams(config, memory));
    } catch (RuntimeException e) {
      // For example, another instance holds the state directory.
      artifacts.close();
      memory.close();
      throw e;
    }
  }

  public LedgerQueries queries() {
    return queries;
  }

  /** As {@link #queries()}, but standbys answer while the stores themselves cannot. */
  public LedgerQueries standbyQueries() {
    return standbyQueries;
  }

  public StandbyReads standbyReads() {
    return standbyReads;
  }

  /** Whether it has stopped by itself, for good. */
  public boolean failed() {
    return replacement.gaveUp() || streams.state() == KafkaStreams.State.ERROR;
  }

  /** What this instance answers the others. */
  public PeerQuestions peerQuestions() {
    return peerQuestions;
  }

  /** What keeps the projections from answering, as a sentence; empty if nothing does. */
  public Optional<String> obstacle() {
    if (replacement.gaveUp()) {
      return Optional.of(
          "The projections have stopped: their threads failed more than %d times in %d minutes."
              .formatted(ThreadReplacement.MAX_FAILURES, ThreadReplacement.WINDOW.toMinutes()));
    }
    Map<String, Long> remaining = restoring.remaining();
    if (!remaining.isEmpty()) {
      return Optional.of("The projections are restoring their stores: " + records(remaining));
    }
    if (streams.state() != KafkaStreams.State.RUNNING) {
      return Optional.of("The projections are " + describe(streams.state()) + ".");
    }
    return readingObstacle();
  }

  private Optional<String> readingObstacle() {
    if (catchUp.isDone()) {
      return Optional.empty();
    }
    catchUp.read(read.position());
    return catchUp.isDone()
        ? Optional.empty()
        : Optional.of(
            "The projections are reading the ledger: %d of %d partitions are behind."
                .formatted(catchUp.behind().size(), topics.ledgerPartitions()));
  }

  private static String records(Map<String, Long> remaining) {
    return remaining.entrySet().stream()
        .map(store -> store.getKey() + " has " + store.getValue() + " records to go")
        .collect(Collectors.joining(", ", "", "."));
  }

  private static String describe(KafkaStreams.State state) {
    return switch (state) {
      case CREATED -> "not started";
      case REBALANCING -> "taking over their partitions";
      case RUNNING -> "running";
      case PENDING_SHUTDOWN, NOT_RUNNING -> "closed";
      case PENDING_ERROR, ERROR -> "stopped by an error";
    };
  }

  /** Figures by name; those that end in {@code _total} only grow. */
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = counters.read();
    metrics.put(
        "restore_records_remaining",
        restoring.remaining().values().stream().mapToDouble(Long::doubleValue).sum());
    metrics.put("rocksdb_memory_bytes", (double) memory.usedBytes());
    metrics.put("rocksdb_memory_limit_bytes", (double) memory.limitBytes());
    metrics.put("standby_reads_total", (double) standbyReads.reads());
    ConsumerLag.byTopic(streams.metrics().values())
        .forEach(
            (topic, lag) -> metrics.put("lag_records{topic=\"" + topic + "\"}", lag.doubleValue()));
    metrics.put("ready", obstacle().isEmpty() ? 1.0 : 0.0);
    return metrics;
  }

  @Override
  public void close() {
    boolean stopped =
        streams.close(
            CloseOptions.timeout(CLOSE)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    artifacts.close();
    if (stopped) {
      memory.close();
    } else {
      // Freed under a store that is still open, it would take the process down.
      LOG.error("the projections did not stop in {} s; their memory is kept", CLOSE.toSeconds());
    }
  }
}
