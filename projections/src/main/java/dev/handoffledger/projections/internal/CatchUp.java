package dev.handoffledger.projections.internal;

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
   * @param ends by partition, the offset after its last record
   */
  CatchUp(Map<Integer, Long> ends) {
    outstanding = new ConcurrentHashMap<>(ends);
    outstanding.values().removeIf(end -> end == 0);
  }

  /**
   * Notes how far was read.
   *
   * @param next the offset that is read next. The end of a partition may be the mark of a
   *     transaction, which is no record, so the last record's offset does not tell
   */
  void read(int partition, long next) {
    outstanding.computeIfPresent(partition, (key, end) -> next >= end ? null : end);
  }

  boolean isDone() {
    return outstanding.isEmpty();
  }

  Set<Integer> behind() {
    return new TreeSet<>(outstanding.keySet());
  }
}
