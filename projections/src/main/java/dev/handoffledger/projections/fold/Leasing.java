package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Fact;
import java.time.Instant;
import java.util.Objects;

/**
 * How a handoff has been given out.
 *
 * @param held the lease that there is, or null
 * @param deliveries how many times it was given out
 * @param escalated whether that was too often, so that it is for a person now
 * @param completed whether a holder said that it is done
 * @param completedBy the id of the holder's answer, or null
 */
public record Leasing(
    Held held, int deliveries, boolean escalated, boolean completed, String completedBy) {
  public static final Leasing NONE = new Leasing(null, 0, false, false, null);

  /**
   * A lease that no fact has ended.
   *
   * @param token the seq of the fact that granted it
   */
  public record Held(long token, String holder, Instant since, Instant until) {
    public Held {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(since);
      Objects.requireNonNull(until);
    }
  }

  /** After a fact about the handoff's leases. */
  Leasing after(Fact fact) {
    if (fact.body() instanceof Fact.Claimed claimed) {
      return new Leasing(
          new Held(fact.seq(), claimed.holder(), fact.recordedAt(), claimed.until()),
          claimed.delivery(),
          escalated,
          completed,
          completedBy);
    } else if (fact.body() instanceof Fact.Renewed renewed && held != null) {
      return new Leasing(
          new Held(held.token(), held.holder(), held.since(), renewed.until()),
          deliveries,
          escalated,
          completed,
          completedBy);
    } else if (fact.body() instanceof Fact.Released released) {
      return new Leasing(null, deliveries, released.escalated(), completed, completedBy);
    } else if (fact.body() instanceof Fact.Expired expired) {
      return new Leasing(null, deliveries, expired.escalated(), completed, completedBy);
    } else if (fact.body() instanceof Fact.Completed done) {
      return new Leasing(null, deliveries, escalated, true, done.answer());
    }
    return this;
  }
}
