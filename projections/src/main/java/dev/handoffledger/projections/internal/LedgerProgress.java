package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerPosition;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** How far this instance has read each partition of the ledger, and who waits for it to go on. */
final class LedgerProgress implements ReadProgress {
  private final Map<Integer, Long> offsets = new ConcurrentHashMap<>();
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();

  /**
   * A record was read, and every store tells of it.
   *
   * @param session the fact's, or null if the record held none
   */
  record Step(String session, long seq) {
    static final Step WITHOUT_FACT = new Step(null, 0);
  }

  private record Waiter(Predicate<Step> isIt, CountDownLatch reached) {}

  /** A partition's stores are here, read up to an offset; -1 if nothing was read. */
  void resumed(int partition, long offset) {
    if (offset >= 0) {
      read(partition, offset, Step.WITHOUT_FACT);
    }
  }

  void read(int partition, long offset, Step step) {
    offsets.put(partition, offset);
    for (Waiter waiter : waiters) {
      if (waiter.isIt().test(step)) {
        waiter.reached().countDown();
      }
    }
  }

  /** A partition's stores are no longer here. */
  void left(int partition) {
    offsets.remove(partition);
  }

  @Override
  public LedgerPosition position() {
    return new LedgerPosition(new TreeMap<>(offsets));
  }

  @Override
  public boolean await(LedgerPosition position, Duration atMost) throws InterruptedException {
    BooleanSupplier reached = () -> position().reaches(position);
    return await(step -> reached.getAsBoolean(), reached, atMost);
  }

  @Override
  public boolean await(String session, long seq, BooleanSupplier isThere, Duration atMost)
      throws InterruptedException {
    return await(step -> session.equals(step.session()) && step.seq() >= seq, isThere, atMost);
  }

  private boolean await(Predicate<Step> isIt, BooleanSupplier isThere, Duration atMost)
      throws InterruptedException {
    Waiter waiter = new Waiter(isIt, new CountDownLatch(1));
    waiters.add(waiter);
    try {
      // Asked after the waiter is known, so that a step between the two is not missed.
      return isThere.getAsBoolean()
          || waiter.reached().await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS)
          || isThere.getAsBoolean();
    } finally {
      waiters.remove(waiter);
    }
  }
}
