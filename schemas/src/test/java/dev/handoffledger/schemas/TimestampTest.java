package dev.handoffledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimestampTest {

  @Test
  void parse_keepsTheText_andKnowsTheInstant() {
    assertThat(Timestamp.parse("2026-05-01T11:00:00+02:00"))
        .contains(
            new Timestamp("2026-05-01T11:00:00+02:00", Instant.parse("2026-05-01T09:00:00Z")));
  }

  @Test
  void parse_ofWhatIsNoTime_isEmpty() {
    assertThat(Timestamp.parse("2026-05-01 11:00:00Z")).isEmpty();
  }
}
