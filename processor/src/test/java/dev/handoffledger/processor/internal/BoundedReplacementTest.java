package dev.handoffledger.processor.internal;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BoundedReplacementTest {
  private final AtomicLong clock = new AtomicLong();
  private final BoundedReplacement replacement =
      new BoundedReplacement(new ProcessorCounters(), clock::get);

  @Test
  void failureNowAndThen_isAlwaysReplaced() {
    for (int i = 0; i < 2 * BoundedReplacement.MAX_FAILURES; i++) {
      clock.addAndGet(Duration.ofSeconds(10).toNanos());
      assertThat(replacement.handle(new IllegalStateException("passing")))
          .isEqualTo(REPLACE_THREAD);
    }
    assertThat(replacement.gaveUp()).isFalse();
  }

  @Test
  void oneFailureTooManyInTheWindow_stops() {
    for (int i = 0; i < BoundedReplacement.MAX_FAILURES; i++) {
      assertThat(replacement.handle(new IllegalStateException("again"))).isEqualTo(REPLACE_THREAD);
    }
    assertThat(replacement.handle(new IllegalStateException("again"))).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(replacement.gaveUp()).isTrue();
  }
}
