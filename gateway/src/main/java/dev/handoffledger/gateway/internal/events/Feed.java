package dev.handoffledger.gateway.internal.events;

/**
 * What one client is told, piece by piece, whenever it takes something. Called by one thread at a
 * time.
 */
interface Feed {
  /** What comes before everything; something does. */
  byte[] opening();

  /**
   * What comes next; nothing if there is nothing now.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if it cannot be told now what comes
   *     next
   */
  byte[] next();

  /** A sign of life while there is nothing else. */
  byte[] heartbeat();

  /** Whether all has been given out. */
  boolean isOver();
}
