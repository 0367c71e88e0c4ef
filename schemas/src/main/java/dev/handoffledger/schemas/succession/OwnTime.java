package dev.handoffledger.schemas.succession;

import java.time.Duration;
import java.time.Instant;

/** How far an artifact's own time is believed. */
public final class OwnTime {
  private static final Duration TOLERATED_CLOCK_SKEW = Duration.ofMinutes(5);

  private OwnTime() {}

  /** The time that orders a handoff among those of its format's own order. */
  public static Instant inSuccession(Instant own, Instant recordedAt) {
    return own.isAfter(recordedAt.plus(TOLERATED_CLOCK_SKEW)) ? recordedAt : own;
  }

  /** The time by which a handoff is the newest: a clock that runs ahead gains nothing. */
  public static Instant inReading(Instant own, Instant recordedAt) {
    return own.isAfter(recordedAt) ? recordedAt : own;
  }
}
