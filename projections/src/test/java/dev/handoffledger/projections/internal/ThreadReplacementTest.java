package dev.handoffledger.projections.internal;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ThreadReplacementTest {
  private final Hand clock = new Hand();
  private final ThreadReplacement replacement =
      new ThreadReplacement(clock, new ProjectionCounters());

  @Test
  void failureNowAndThen_isAlwaysReplaced() {
    for (int i = 0; i < 2 * ThreadReplacement.MAX_FAILURES; i++) {
      clock.now = clock.now.plus(Duration.ofMinutes(1));
      assertThat(replacement.handle(new IllegalStateException("passing")))
          .isEqualTo(REPLACE_THREAD);
    }
  }

  @Test
  void oneFailureTooManyInTheWindow_stops() {
    for (int i = 0; i < ThreadReplacement.MAX_FAILURES; i++) {
      assertThat(replacement.handle(new IllegalStateException("again"))).isEqualTo(REPLACE_THREAD);
    }
    assertThat(replacement.handle(new IllegalStateException("again"))).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(replacement.gaveUp()).isTrue();
  }

  private static final class Hand extends Clock {
    private Instant now = Instant.EPOCH;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
