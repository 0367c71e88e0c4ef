package dev.handoffledger.gateway;

import dev.handoffledger.projections.StandbyReads;
import java.util.OptionalLong;
import java.util.Set;

/** Says that a standby answers, or does not, as a test wants it. */
final class AnsweringStandby implements StandbyReads {
  private volatile OptionalLong lag = OptionalLong.empty();
  private volatile Set<Integer> partitions = Set.of();

  /** From now on a standby answers for some partitions of the ledger. */
  void answers(long newLag, Integer... newPartitions) {
    partitions = Set.of(newPartitions);
    lag = OptionalLong.of(newLag);
  }

  /** From now on no standby answers. */
  void rests() {
    lag = OptionalLong.empty();
    partitions = Set.of();
  }

  @Override
  public Watch watch() {
    return new Watch() {
      @Override
      public OptionalLong lag() {
        return lag;
      }

      @Override
      public Set<Integer> ledgerPartitions() {
        return partitions;
      }

      @Override
      public void close() {}
    };
  }
}
