package dev.handoffledger.schemas;

import java.time.Instant;
import java.util.Objects;

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
}
