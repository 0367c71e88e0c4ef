package dev.handoffledger.schemas;

/** What {@link HandoffReader} made of some bytes. */
public sealed interface Reading {

  /** The bytes are a valid artifact. */
  record Accepted(Handoff handoff) implements Reading {}

  /** The bytes are refused. */
  record Rejected(Rejection rejection) implements Reading {}
}
