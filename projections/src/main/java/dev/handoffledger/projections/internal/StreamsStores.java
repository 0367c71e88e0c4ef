package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The stores of a running Kafka Streams application. */
final class StreamsStores implements StoreAccess {
  private final KafkaStreams streams;
  private final LedgerTopics topics;
  private final Supplier<Optional<String>> obstacle;

  /**
   * @param obstacle why the stores cannot answer yet, if they cannot
   */
  StreamsStores(KafkaStreams streams, LedgerTopics topics, Supplier<Optional<String>> obstacle) {
    this.streams = streams;
    this.topics = topics;
    this.obstacle = obstacle;
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
    Optional<String> now = obstacle.get();
    if (now.isPresent()) {
      throw new NotAvailableException(now.get(), null);
    }
    try {
      return streams.store(
          StoreQueryParameters.fromNameAndType(
                  name, QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
              .withPartition(partition));
    } catch (InvalidStateStoreException | IllegalStateException e) {
      // The latter is what a closed application throws.
      throw new NotAvailableException(
          "the store %s of partition %d is being moved".formatted(name, partition), e);
    }
  }
}
