package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.wire.Child;

/** A change of the state of one partition. */
public sealed interface StateChange {

  record PutHead(String session, SessionHead head) implements StateChange {}

  record PutHandoff(RowKey key, HandoffRow row) implements StateChange {}

  record PutLease(RowKey key, LeaseRow row) implements StateChange {}

  record PutCandidate(Candidate candidate) implements StateChange {}

  /** A byte form of a handoff, by whose hash children may name it. */
  record PutRawHash(String session, String kind, String rawHash, String id)
      implements StateChange {}

  /** What those who answer a handoff are held against. */
  record PutCriteria(RowKey key, String criteria) implements StateChange {}

  /** Enters a handoff into a lane, under its row key. */
  record PutInLane(Lane lane, LanePosition position, String row) implements StateChange {}

  record PutReference(ReferenceRow row) implements StateChange {}

  record PutUnjudged(Reference reference) implements StateChange {}

  record DeleteUnjudged(Reference reference) implements StateChange {}

  /** A reference whose parent is waited for. */
  record PutAwaiting(Reference reference) implements StateChange {}

  record DeleteAwaiting(Reference reference) implements StateChange {}

  /** An answer that completes, or is completed by, its siblings. */
  record PutSibling(RowKey parent, Child child) implements StateChange {}

  record DeleteSibling(RowKey parent, Child child) implements StateChange {}

  record PutHeld(RowKey key, HeldHandoff held) implements StateChange {}

  record DeleteHeld(RowKey key) implements StateChange {}

  record PutDeadline(Deadline deadline) implements StateChange {}

  record DeleteDeadline(Deadline deadline) implements StateChange {}
}
