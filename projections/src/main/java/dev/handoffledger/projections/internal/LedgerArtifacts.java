package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;

/** The values of the ledger's records. */
interface LedgerArtifacts {

  /**
   * The value of one record.
   *
   * @throws NotAvailableException if the ledger does not give it in time
   */
  byte[] read(int partition, long offset);
}
