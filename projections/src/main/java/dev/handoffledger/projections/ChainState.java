package dev.handoffledger.projections;

import java.util.Locale;

/** How far the work of a chain has come. */
public enum ChainState {
  /** Its newest leg waits for somebody to take it up. */
  OPEN,
  /** Somebody holds its newest brief, or another leg that is to be worked on. */
  BUILDING,
  /** Its newest leg is a result without a verdict. */
  REVIEWING,
  /** Its newest verdict asks for changes, and no brief has answered yet. */
  CHANGES_REQUESTED,
  /** Its newest verdict approves. */
  APPROVED,
  /** Its newest leg says that nothing can go on, or is in quarantine. */
  BLOCKED,
  /** Nobody has to act any more, and there was no verdict. */
  CLOSED;

  /** For example {@code changes_requested}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
