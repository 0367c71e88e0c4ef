package dev.handoffledger.processor.decide;

/** A change of the state of one partition. */
public sealed interface StateChange {

  record PutHead(String session, SessionHead head) implements StateChange {}

  record PutHandoff(RowKey key, HandoffRow row) implements StateChange {}

  record PutCandidate(Candidate candidate) implements StateChange {}

  /** A byte form of a handoff, by whose hash children may name it. */
  record PutRawHash(String session, String kind, String rawHash, String id)
      implements StateChange {}

  record PutReference(Reference reference) implements StateChange {}

  record DeleteReference(Reference reference) implements StateChange {}

  record PutUnjudged(Reference reference) implements StateChange {}

  record DeleteUnjudged(Reference reference) implements StateChange {}

  record PutHeld(RowKey key, HeldHandoff held) implements StateChange {}

  record DeleteHeld(RowKey key) implements StateChange {}

  /** The child of a reference waits until its hold is over. */
  record PutAwaiting(Reference reference) implements StateChange {}

  record DeleteAwaiting(Reference reference) implements StateChange {}
}
