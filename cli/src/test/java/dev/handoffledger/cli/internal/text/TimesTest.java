package dev.handoffledger.cli.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
  private final Times times = new Times(NOON, false);

  @ParameterizedTest
  @CsvSource({
    "2026-11-30T11:59:58Z, just now",
    "2026-11-30T11:59:30Z, 30 s ago",
    "2026-11-30T11:30:00Z, 30 min ago",
    "2026-11-30T12:00:00+02:00, 2 h ago",
    "2026-11-28T11:00:00Z, 2 days ago",
    "2026-08-30T12:00:00Z, 3 months ago",
    "2020-11-30T12:00:00Z, 6 years ago",
    "2026-11-30T12:10:00Z, in 10 min",
    "2026-11-30T12:14:58Z, in 15 min",
    "2026-11-30T12:00:58Z, in 58 s",
    "no time at all, no time at all"
  })
  void time_isShownRelativeToNow(String time, String shown) {
    assertThat(times.show(time)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "90s, 2026-11-30T11:58:30Z",
    "2h, 2026-11-30T10:00:00Z",
    "1w, 2026-11-23T12:00:00Z",
    "2026-11-01, 2026-11-01T00:00:00Z",
    "2026-11-01T10:00:00+01:00, 2026-11-01T09:00:00Z"
  })
  void timeThatAPersonWrites_isRead(String text, String instant) {
    assertThat(times.parse(text)).contains(Instant.parse(instant));
  }

  @ParameterizedTest
  @CsvSource({"yesterday", "2h30m", "-1h", "2026-13-01", "2026-11-01T10:00:00"})
  void otherTexts_areNoTime(String text) {
    assertThat(times.parse(text)).isEmpty();
  }

  @Test
  void absolute_isAsItCame() {
    String time = "2026-11-30T11:30:00.5+00:00";

    assertThat(new Times(NOON, true).show(time)).isEqualTo(time);
  }
}
