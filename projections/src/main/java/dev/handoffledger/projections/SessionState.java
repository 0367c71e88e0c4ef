package dev.handoffledger.projections;

/** Whether a session waits for somebody. */
public enum SessionState {
  /** It has a handoff that somebody must act on. */
  OPEN,
  /** Nobody has to act. */
  CLOSED
}
