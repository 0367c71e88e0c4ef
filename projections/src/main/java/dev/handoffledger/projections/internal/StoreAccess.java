package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
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
}
