package dev.handoffledger.processor.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How many records each store has yet to restore from its changelog. */
public final class RestoreProgress implements StateRestoreListener {
  private record Restoring(String store, long remaining) {}

  private final Map<TopicPartition, Restoring> restoring = new ConcurrentHashMap<>();

  @Override
  public void onRestoreStart(
      TopicPartition changelog, String store, long startingOffset, long endingOffset) {
    restoring.put(changelog, new Restoring(store, Math.max(0, endingOffset - startingOffset)));
  }

  @Override
  public void onBatchRestored(
      TopicPartition changelog, String store, long batchEndOffset, long restored) {
    restoring.computeIfPresent(
        changelog,
        (partition, before) -> new Restoring(store, Math.max(0, before.remaining() - restored)));
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long totalRestored) {
    restoring.remove(changelog);
  }

  @Override
  public void onRestoreSuspended(TopicPartition changelog, String store, long totalRestored) {
    restoring.remove(changelog);
  }

  /** The records that remain, by store, over all its partitions. */
  public Map<String, Long> remaining() {
    Map<String, Long> remaining = new TreeMap<>();
    for (Restoring store : restoring.values()) {
      remaining.merge(store.store(), store.remaining(), Long::sum);
    }
    return remaining;
  }
}
