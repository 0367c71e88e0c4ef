package dev.handoffledger.cli.internal.text;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people read and write them. */
public final class Times {
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,6})([smhdw])");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1),
          "w", Duration.ofDays(7));

  private final Clock clock;
  private final boolean absolute;

  /**
   * @param absolute whether times are printed as they came instead of relative to now
   */
  public Times(Clock clock, boolean absolute) {
    this.clock = clock;
    this.absolute = absolute;
  }

  /** An RFC 3339 time as {@code 3 min ago}; any other text unchanged. */
  public String show(String time) {
    if (absolute) {
      return time;
    }
    return instant(time).map(this::relative).orElse(time);
  }

  /**
   * The instant that a person means: an RFC 3339 time, a date (its start in UTC), or how long ago
   * ({@code 90s 15m 2h 3d 1w}); empty for any other text.
   */
  public Optional<Instant> parse(String text) {
    return duration(text)
        .map(distance -> clock.instant().minus(distance))
        .or(() -> instant(text))
        .or(() -> date(text));
  }

  /** How long {@code 90s 15m 2h 3d 1w} is; empty for any other text. */
  public static Optional<Duration> duration(String text) {
    Matcher length = LENGTH.matcher(text);
    return length.matches()
        ? Optional.of(UNITS.get(length.group(2)).multipliedBy(Long.parseLong(length.group(1), 10)))
        : Optional.empty();
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException noTime) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));
    } catch (DateTimeException noDate) {
      return Optional.empty();
    }
  }

  private String relative(Instant time) {
    Duration distance = Duration.between(time, clock.instant());
    // What is to last a quarter of an hour shall not be shown as 14 min at once.
    boolean longAhead = distance.compareTo(Duration.ofMinutes(-1)) <= 0;
    String length = length(longAhead ? distance.abs().plusSeconds(30) : distance.abs());
    if (length.isEmpty()) {
      return "just now";
    }
    return distance.isNegative() ? "in " + length : length + " ago";
  }

  private static String length(Duration distance) {
    long days = distance.toDays();
    if (days >= 730) {
      return days / 365 + " years";
    }
    if (days >= 60) {
      return days / 30 + " months";
    }
    if (days >= 2) {
      return days + " days";
    }
    long hours = distance.toHours();
    if (hours >= 1) {
      return hours + " h";
    }
    long minutes = distance.toMinutes();
    if (minutes >= 1) {
      return minutes + " min";
    }
    return distance.toSeconds() >= 5 ? distance.toSeconds() + " s" : "";
  }
}
