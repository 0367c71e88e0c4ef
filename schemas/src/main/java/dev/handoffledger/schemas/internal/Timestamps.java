package dev.handoffledger.schemas.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Date-times of RFC 3339: {@code T} between date and time, an offset, a date that exists, and
 * {@code :60} only where a leap second can be.
 */
public final class Timestamps {
  private static final Pattern FORM =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})"
              + "(?:\\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))");
  private static final int NANO_DIGITS = 9;

  private Timestamps() {}

  /** The instant that a text states, to the nanosecond; a leap second is the second after it. */
  public static Optional<Instant> parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    boolean leap = number(parts, 6) == 60;
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(parts, 1),
              number(parts, 2),
              number(parts, 3),
              number(parts, 4),
              number(parts, 5),
              leap ? 59 : number(parts, 6),
              nanos(parts.group(7)));
      Optional<Integer> offset = offsetSeconds(parts);
      if (offset.isEmpty()) {
        return Optional.empty();
      }
      LocalDateTime utc = local.minusSeconds(offset.get());
      if (leap && !utc.toLocalTime().withNano(0).equals(LocalTime.of(23, 59, 59))) {
        return Optional.empty();
      }
      return Optional.of(utc.plusSeconds(leap ? 1 : 0).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Integer> offsetSeconds(Matcher parts) {
    if (parts.group(8) == null) {
      return Optional.of(0);
    }
    int hours = number(parts, 9);
    int minutes = number(parts, 10);
    if (hours > 23 || minutes > 59) {
      return Optional.empty();
    }
    int seconds = (hours * 60 + minutes) * 60;
    return Optional.of(parts.group(8).equals("-") ? -seconds : seconds);
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }

  private static int nanos(String fraction) {
    if (fraction == null) {
      return 0;
    }
    String digits = fraction.substring(0, Math.min(NANO_DIGITS, fraction.length()));
    return Integer.parseInt(digits + "0".repeat(NANO_DIGITS - digits.length()));
  }
}
