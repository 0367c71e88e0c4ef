package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Where the stores of each partition are. */
interface StoreAccess {

  /** How many partitions the ledger has. */
  int ledgerPartitions();

  /** How many partitions the topic of refused artifacts has. */
  int rejectedPartitions();

  /**
   * A store of a partition.
   *
   * @throws NotAvailableException while it cannot answer
   */
  ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition);

  /** A row, and the partition of the ledger whose store has it. */
  // The bytes are passed on; nobody compares two of these.
  @SuppressWarnings("ArrayRecordComponent")
  record Found(int partition, byte[] value) {}

  /**
   * Looks for a row in every partition of the ledger.
   *
   * @return empty only if all answered
   * @throws NotAvailableException if it was not found while one could not answer
   */
  default Optional<Found> find(String name, Bytes key) {
    return find(this, name, IntStream.range(0, ledgerPartitions()).boxed().toList(), key);
  }

  /** Looks for a row in some partitions. */
  static Optional<Found> find(
      StoreAccess stores, String name, List<Integer> partitions, Bytes key) {
    // Every partition is asked for its store first, so that "not found" means that all answered.
    List<ReadOnlyKeyValueStore<Bytes, byte[]>> asked =
        partitions.stream().map(partition -> stores.store(name, partition)).toList();
    for (int i = 0; i < asked.size(); i++) {
      byte[] value = asked.get(i).get(key);
      if (value != null) {
        return Optional.of(new Found(partitions.get(i), value));
      }
    }
    return Optional.empty();
  }
}
