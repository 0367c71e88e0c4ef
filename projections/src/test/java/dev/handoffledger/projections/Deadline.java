package dev.handoffledger.projections;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A bounded wait for what no blocking call tells of. */
final class Deadline {
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline inSeconds(long seconds) {
    return new Deadline(System.nanoTime() + Duration.ofSeconds(seconds).toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - end >= 0;
  }

  void pause() {
    LockSupport.parkNanos(PAUSE.toNanos());
  }

  void await(BooleanSupplier condition, Supplier<?> state) {
    while (!condition.getAsBoolean()) {
      if (isOver()) {
        throw new AssertionError("not in time: " + state.get());
      }
      pause();
    }
  }
}
