package dev.handoffledger.projections.fold;

import java.time.Duration;
import java.time.Instant;

/** How far an artifact's own time is believed. */
final class OwnTime {
  private static final Duration TOLERATED_CLOCK_SKEW = Duration.ofMinutes(5);

  private OwnTime() {}

  /** The time that orders a handoff among those of its format's own order. */
  static Instant inSuccession(Instant own, Instant recordedAt) {
    return own.isAfter(recordedAt.plus(TOLERATED_CLOCK_SKEW)) ? recordedAt : own;
  }

  /** The time by which a handoff is the newest: a clock that runs ahead gains nothing. */
  static Instant inReading(Instant own, Instant recordedAt) {
    return own.isAfter(recordedAt) ? recordedAt : own;
  }
}
