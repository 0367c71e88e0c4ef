package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerPosition;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which partitions of the ledger have not yet been read as far as they went when the projections
 * started. Until they are, what is not found may well exist.
 */
final class CatchUp {
  private final Map<Integer, Long> outstanding;

  /**
   * Starts with nothing read.
   *
   * @param ends by partition, the offset of its last record; without those that have none
   */
  CatchUp(Map<Integer, Long> ends) {
    outstanding = new ConcurrentHashMap<>(ends);
  }

  /** Notes how far was read. A partition that was once read to its end stays so. */
  void read(LedgerPosition position) {
    position
        .offsets()
        .forEach(
            (partition, last) ->
                outstanding.computeIfPresent(partition, (key, end) -> last >= end ? null : end));
  }

  boolean isDone() {
    return outstanding.isEmpty();
  }

  Set<Integer> behind() {
    return new TreeSet<>(outstanding.keySet());
  }
}
