package dev.handoffledger.projections;

import java.util.OptionalLong;
import java.util.Set;

/**
 * Tells of answers that come from standbys: from copies of stores whose owner has just gone, or is
 * taking them over. Such an answer is whole as far as its copy goes, but the copy may lack the
 * newest facts.
 */
public interface StandbyReads {
  /** Where no standby ever answers. */
  StandbyReads NEVER =
      () ->
          new Watch() {
            @Override
            public OptionalLong lag() {
              return OptionalLong.empty();
            }

            @Override
            public Set<Integer> ledgerPartitions() {
              return Set.of();
            }

            @Override
            public void close() {}
          };

  /** Watches what standbys answer from now on, whoever asks, until the watch is closed. */
  Watch watch();

  /** What standbys have answered while it was open. */
  interface Watch extends AutoCloseable {
    /**
     * How many changes the copies that answered may have lacked at most; empty if only the stores
     * themselves answered.
     */
    OptionalLong lag();

    /** The partitions of the ledger that standbys answered for. */
    Set<Integer> ledgerPartitions();

    @Override
    void close();
  }
}
