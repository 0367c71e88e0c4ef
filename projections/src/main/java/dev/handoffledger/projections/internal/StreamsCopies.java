package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The copies of stores that a running Kafka Streams application has. */
final class StreamsCopies implements StoreCopies {
  // Each look at the lags asks Kafka for the ends of all changelogs.
  private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(500).toNanos();

  private final KafkaStreams streams;
  private final LedgerTopics topics;
  private final String applicationId;
  private Map<TopicPartition, Long> lags = Map.of();
  private long lookedAt = System.nanoTime() - LOOK_AGAIN_NANOS;

  /**
   * @param applicationId starts the names of the topics within the projections
   */
  StreamsCopies(KafkaStreams streams, LedgerTopics topics, String applicationId) {
    this.streams = streams;
    this.topics = topics;
    this.applicationId = applicationId;
  }

  @Override
  public int ledgerPartitions() {
    return topics.ledgerPartitions();
  }

  @Override
  public int rejectedPartitions() {
    return topics.rejectedPartitions();
  }

  @Override
  public ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition) {
    try {
      return streams.store(
          StoreQueryParameters.fromNameAndType(
                  name, QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
              .withPartition(partition)
              .enableStaleStores());
    } catch (InvalidStateStoreException | IllegalStateException e) {
      throw new NotAvailableException(
          "there is no copy of the store %s of partition %d here".formatted(name, partition), e);
    }
  }

  @Override
  public OptionalLong lag(String store, int partition) {
    Long lag =
        lags().get(new TopicPartition(ProjectionTopology.topicOf(store, applicationId), partition));
    return lag == null ? OptionalLong.empty() : OptionalLong.of(lag);
  }

  /** By partition of what the stores are made from, since a question reads several of them. */
  private synchronized Map<TopicPartition, Long> lags() {
    if (System.nanoTime() - lookedAt >= LOOK_AGAIN_NANOS) {
      Map<TopicPartition, Long> now = new HashMap<>();
      try {
        streams
            .allLocalStorePartitionLags()
            .forEach(
                (store, partitions) ->
                    partitions.forEach(
                        (partition, lag) ->
                            now.merge(
                                new TopicPartition(
                                    ProjectionTopology.topicOf(store, applicationId), partition),
                                lag.offsetLag(),
                                Long::sum)));
      } catch (StreamsException | IllegalStateException e) {
        throw new NotAvailableException("it is not known how far the copies here go", e);
      }
      lags = Map.copyOf(now);
      lookedAt = System.nanoTime();
    }
    return lags;
  }
}
