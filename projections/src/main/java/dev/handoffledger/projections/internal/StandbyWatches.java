package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.StandbyReads;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Passes on what standbys answer to all who watch. */
final class StandbyWatches implements StandbyReads {
  private static final long NONE = -1;

  private final Set<Open> open = ConcurrentHashMap.newKeySet();
  private final LongAdder reads = new LongAdder();

  /** A standby answered a question about a store. */
  void answered(String store, int partition, long lag) {
    reads.increment();
    open.forEach(watch -> watch.saw(store, partition, lag));
  }

  /** How often a standby answered. */
  long reads() {
    return reads.sum();
  }

  @Override
  public Watch watch() {
    Open watch = new Open();
    open.add(watch);
    return watch;
  }

  private final class Open implements Watch {
    private final AtomicLong most = new AtomicLong(NONE);
    private final Set<Integer> partitions = new ConcurrentSkipListSet<>();

    private void saw(String store, int partition, long lag) {
      most.accumulateAndGet(lag, Math::max);
      if (ProjectionTopology.isOfLedger(store)) {
        partitions.add(partition);
      }
    }

    @Override
    public OptionalLong lag() {
      long lag = most.get();
      return lag == NONE ? OptionalLong.empty() : OptionalLong.of(lag);
    }

    @Override
    public Set<Integer> ledgerPartitions() {
      return Set.copyOf(partitions);
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }
}
