package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerPosition;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How far the stores that answer have read the ledger. */
interface ReadProgress {

  LedgerPosition position();

  /** Waits for a position; returns whether it was reached in time. */
  boolean await(LedgerPosition position, Duration atMost) throws InterruptedException;

  /**
   * Waits for a fact of a session.
   *
   * @param isThere whether the stores tell of it
   */
  boolean await(String session, long seq, BooleanSupplier isThere, Duration atMost)
      throws InterruptedException;
}
