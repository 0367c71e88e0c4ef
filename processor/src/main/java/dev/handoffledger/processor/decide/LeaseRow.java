package dev.handoffledger.processor.decide;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the write side keeps of the leases of a handoff.
 *
 * @param current the lease that there is, or null
 * @param deliveries how many were granted
 * @param escalated whether so many ended without the work being done that it is for a person now
 * @param past the newest that ended, the newest last
 */
public record LeaseRow(Granted current, int deliveries, boolean escalated, List<Ended> past) {
  static final LeaseRow NONE = new LeaseRow(null, 0, false, List.of());

  private static final int MAX_PAST = 8;

  /**
   * A lease that has not ended by a fact.
   *
   * @param token the seq of the fact that granted it
   * @param claimId what the claimer called the claim, or null
   */
  public record Granted(long token, String holder, Instant since, Instant until, String claimId) {
    public Granted {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(since);
      Objects.requireNonNull(until);
    }

    Granted renewed(Instant newUntil) {
      return new Granted(token, holder, since, newUntil, claimId);
    }
  }

  /**
   * A lease that ended.
   *
   * @param how the type of the fact that ended it
   */
  public record Ended(long token, String holder, Instant at, String how) {
    public Ended {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(at);
      Objects.requireNonNull(how);
    }
  }

  public LeaseRow {
    past = List.copyOf(past);
  }

  LeaseRow granted(Granted lease) {
    return new LeaseRow(lease, deliveries + 1, escalated, past);
  }

  LeaseRow renewed(Instant until) {
    return new LeaseRow(current.renewed(until), deliveries, escalated, past);
  }

  LeaseRow ended(Instant at, String how, boolean nowEscalated) {
    List<Ended> ended = new ArrayList<>(past);
    ended.add(new Ended(current.token(), current.holder(), at, how));
    int forgotten = Math.max(0, ended.size() - MAX_PAST);
    return new LeaseRow(null, deliveries, nowEscalated, ended.subList(forgotten, ended.size()));
  }

  Optional<Ended> ended(long token) {
    return past.stream().filter(lease -> lease.token() == token).findFirst();
  }
}
