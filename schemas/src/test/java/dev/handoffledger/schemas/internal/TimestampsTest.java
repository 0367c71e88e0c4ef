package dev.handoffledger.schemas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  private static final long YEAR_0002 = -62_104_060_800L;
  private static final long YEAR_9998 = 253_370_764_800L;

  @ParameterizedTest
  @CsvSource({
    "2026-04-14T09:00:07Z, 2026-04-14T09:00:07Z",
    "2026-04-14t09:00:07z, 2026-04-14T09:00:07Z",
    "2026-04-14T09:00:07+00:00, 2026-04-14T09:00:07Z",
    "2026-04-14T09:00:07-00:00, 2026-04-14T09:00:07Z",
    "2026-04-14T09:00:07+08:00, 2026-04-14T01:00:07Z",
    "2026-04-14T09:00:07-03:30, 2026-04-14T12:30:07Z",
    "2026-04-14T09:00:07+23:59, 2026-04-13T09:01:07Z",
    "2026-04-14T09:00:07-23:59, 2026-04-15T08:59:07Z",
    "2026-04-14T00:00:00+00:01, 2026-04-13T23:59:00Z",
    "2024-02-29T12:00:00Z, 2024-02-29T12:00:00Z",
    "2000-02-29T12:00:00Z, 2000-02-29T12:00:00Z",
    "0000-01-01T00:00:00Z, 0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z"
  })
  void dateTime_isTheInstantItStates(String text, Instant instant) {
    assertThat(Timestamps.parse(text)).contains(instant);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-04-14T09:00:07.1Z, 100000000",
    "2026-04-14T09:00:07.123456+00:00, 123456000",
    "2026-04-14T09:00:07.000000001Z, 1",
    "2026-04-14T09:00:07.1234567899Z, 123456789",
    "2026-04-14T09:00:07.99999999999999999999999999999999Z, 999999999",
    "2026-04-14T09:00:07.0Z, 0"
  })
  void fraction_isReadToTheNanosecond(String text, int nanos) {
    assertThat(Timestamps.parse(text))
        .contains(Instant.parse("2026-04-14T09:00:07Z").plusNanos(nanos));
  }

  @ParameterizedTest
  @CsvSource({
    "2016-12-31T23:59:60Z, 2017-01-01T00:00:00Z",
    "2017-01-01T08:59:60+09:00, 2017-01-01T00:00:00Z",
    "2016-12-31T15:59:60-08:00, 2017-01-01T00:00:00Z",
    "2016-12-31T23:59:60-00:00, 2017-01-01T00:00:00Z",
    "2016-12-31T23:59:60.25Z, 2017-01-01T00:00:00.25Z"
  })
  void leapSecond_isTheNextSecond(String text, Instant instant) {
    assertThat(Timestamps.parse(text)).contains(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2016-12-31T23:58:60Z",
        "2016-12-31T22:59:60Z",
        "2016-12-31T23:59:60+01:00",
        "2016-12-31T23:59:60-08:00",
        "2016-12-31T23:59:61Z"
      })
  void leapSecondWhereNoneCanBe_isNoDateTime(String text) {
    assertThat(Timestamps.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-29T09:00:07Z",
        "1900-02-29T09:00:07Z",
        "2026-04-31T09:00:07Z",
        "2026-13-01T09:00:07Z",
        "2026-00-01T09:00:07Z",
        "2026-04-00T09:00:07Z",
        "2026-04-14T24:00:00Z",
        "2026-04-14T09:60:07Z",
        "2026-04-14T09:00:07+24:00",
        "2026-04-14T09:00:07+23:60"
      })
  void dateOrTimeThatIsNot_isNoDateTime(String text) {
    assertThat(Timestamps.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-04-14",
        "2026-04-14T09:00:07",
        "2026-04-14 09:00:07Z",
        "2026-04-14T09:00Z",
        "2026-04-14T09:00:07.Z",
        "2026-04-14T09:00:07,5Z",
        "2026-04-14T09:00:07+0800",
        "2026-04-14T09:00:07+08",
        "2026-04-14T09:00:07Z\n",
        " 2026-04-14T09:00:07Z",
        "2026-4-14T09:00:07Z",
        "+2026-04-14T09:00:07Z",
        "12026-04-14T09:00:07Z",
        "20260414T090007Z",
        "2026-W16-2T09:00:07Z",
        "2026-04-14T09:00:07 Z",
        "2026-04-14T09:00:07UTC",
        "2026-04-14T09:00:07[UTC]",
        "2026-04-14T09:00:07Z[UTC]",
        "٢٠٢٦-04-14T09:00:07Z",
        "2026-04-14T09:00:07\u221208:00",
        "<created_at>",
        "now"
      })
  void otherForm_isNoDateTime(String text) {
    assertThat(Timestamps.parse(text)).isEmpty();
  }

  @Property
  void everyInstantInEveryOffset_isReadBack(
      @ForAll @LongRange(min = YEAR_0002, max = YEAR_9998) long second,
      @ForAll @IntRange(max = 999_999_999) int nanos,
      @ForAll @IntRange(min = -18 * 60, max = 18 * 60) int offsetMinutes) {
    Instant instant = Instant.ofEpochSecond(second, nanos);
    OffsetDateTime local = instant.atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60));
    String text = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnxxx").format(local);

    assertThat(Timestamps.parse(text)).contains(instant);
  }

  @Property
  void anyText_isReadWithoutFailing(@ForAll String text) {
    assertThat(Timestamps.parse(text)).isNotNull();
  }
}
