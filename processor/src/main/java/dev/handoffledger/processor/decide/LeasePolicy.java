package dev.handoffledger.processor.decide;

/**
 * How often a handoff is given out.
 *
 * @param maxDeliveries after so many leases that ended without the work being done, it is for a
 *     person
 */
public record LeasePolicy(int maxDeliveries) {
  public static final LeasePolicy DEFAULT = new LeasePolicy(5);

  public LeasePolicy {
    if (maxDeliveries < 1) {
      throw new IllegalArgumentException("a handoff is given out at least once");
    }
  }
}
