package dev.handoffledger.gateway.internal.events;

import java.time.Instant;

/**
 * A range of times at which facts were recorded.
 *
 * @param since the first, or null for no bound
 * @param until the one before which all are, or null for no bound
 */
public record RecordedTimes(Instant since, Instant until) {
  public static final RecordedTimes ANY = new RecordedTimes(null, null);

  boolean include(Instant recordedAt) {
    return (since == null || !recordedAt.isBefore(since))
        && (until == null || recordedAt.isBefore(until));
  }
}
