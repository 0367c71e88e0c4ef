package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.RejectedArtifact;
import java.util.Optional;

/** The records of refused artifacts. */
interface RejectedArtifacts {

  /**
   * One refused artifact; empty if its topic has none there, or no longer.
   *
   * @throws NotAvailableException if the topic does not give it in time
   */
  Optional<RejectedArtifact> rejected(int partition, long offset);
}
