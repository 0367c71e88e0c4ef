package dev.handoffledger.projections.internal;

import java.util.OptionalLong;

/** Stores that are here and may lack the newest changes: standbys, and what is being restored. */
interface StoreCopies extends StoreAccess {

  /**
   * How many changes a copy lacks, and those that belong with it, as it was less than a second ago.
   *
   * @return empty if there is none of this partition here
   */
  OptionalLong lag(String store, int partition);
}
