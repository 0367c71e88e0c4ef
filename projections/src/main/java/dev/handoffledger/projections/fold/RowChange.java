package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;

/** A change of one row. Making it again changes nothing. */
public sealed interface RowChange {

  record PutSession(SessionRow row) implements RowChange {}

  record PutHandoff(HandoffRow row) implements RowChange {}

  /** Enters a handoff into a lane. */
  record PutInLane(Lane lane, LanePosition position, String id) implements RowChange {}

  /** An answer to a handoff stands. */
  record PutAnswer(String handoffId, Answer answer) implements RowChange {}

  record DeleteAnswer(String handoffId, Answer answer) implements RowChange {}

  /** A handoff is on a list, or is not. */
  record Enlist(HandoffList list, HandoffRow row, boolean listed) implements RowChange {}

  /** Somebody must act on the handoff. */
  record Open(HandoffRow row) implements RowChange {}

  /** Nobody has to act on the handoff. */
  record Close(HandoffRow row) implements RowChange {}
}
