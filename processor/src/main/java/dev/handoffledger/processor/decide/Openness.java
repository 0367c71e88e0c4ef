package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Successions;

/** Whether somebody must still act on a handoff. */
final class Openness {
  private static final String PENDING = "pending";

  private Openness() {}

  static boolean isOpen(Draft draft, HandoffRow row) {
    boolean undecided = row.status() == null || row.status().equals(PENDING);
    boolean quarantined = row.link().status() == Link.Status.MISMATCH;
    return row.forRoles()
        && undecided
        && !quarantined
        && !row.completed()
        && row.answers() == 0
        && !isSucceeded(draft, row);
  }

  private static boolean isSucceeded(Draft draft, HandoffRow row) {
    return row.place() != null
        && Successions.successor(row.place(), draft.state().lanes()).isPresent();
  }

  /** Whether it has not been given to its roles, since its parent is waited for. */
  static boolean isWithheld(Draft draft, RowKey key) {
    return draft.state().held(key).filter(held -> !held.routed()).isPresent();
  }
}
