package dev.handoffledger.projections.fold;

/** Lists of handoffs by the time they were recorded. */
public enum HandoffList {
  /** Those whose declared parent has not come. */
  ORPHANS,
  /** Those that no fact links to a parent, with which a chain may begin. */
  ROOTS
}
