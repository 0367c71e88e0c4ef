package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.succession.LanePosition;

/** The row of a handoff from the facts about it. */
final class HandoffFold {
  private HandoffFold() {}

  /**
   * The row after a fact; a fact that the row already holds changes nothing.
   *
   * @param row the row of now, or null
   * @return null if the fact speaks of a handoff that was never recorded
   */
  static HandoffRow apply(HandoffRow row, Fact fact) {
    if (row == null) {
      return fact.body() instanceof Fact.Recorded recorded ? recorded(fact, recorded) : null;
    }
    if (fact.seq() <= row.version()) {
      return row;
    }
    if (fact.body() instanceof Fact.Linked linked) {
      return row.withLink(linked.link(), fact.seq());
    }
    if (fact.body() instanceof Fact.LeaseBody) {
      return row.withLeasing(row.leasing().after(fact), fact.seq());
    }
    if (fact.body() instanceof Fact.StatusChanged changed) {
      return row.withStatus(changed.status(), fact.seq());
    }
    return row;
  }

  private static HandoffRow recorded(Fact fact, Fact.Recorded recorded) {
    LanePosition position =
        recorded.succession() == null
            ? null
            : LanePosition.of(recorded.succession(), recorded.time().instant(), fact.recordedAt());
    return new HandoffRow(
        fact.handoffId(),
        fact.session(),
        recorded.kind(),
        fact.seq(),
        fact.recordedAt(),
        recorded.roles(),
        recorded.link(),
        recorded.status(),
        recorded.succession(),
        position,
        Leasing.NONE,
        fact.seq());
  }
}
