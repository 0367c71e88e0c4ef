package dev.handoffledger.schemas;

import dev.handoffledger.schemas.internal.Timestamps;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A time that an artifact states.
 *
 * @param text as published
 * @param instant what it means, to the nanosecond; {@code :60} is read as the next second
 */
public record Timestamp(String text, Instant instant) {
  public Timestamp {
    Objects.requireNonNull(text);
    Objects.requireNonNull(instant);
  }

  /** What a text states, or empty if it states no time by the rules of the formats. */
  public static Optional<Timestamp> parse(String text) {
    return Timestamps.parse(text).map(instant -> new Timestamp(text, instant));
  }
}
