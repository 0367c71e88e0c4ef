package dev.handoffledger.projections.fold;

/** Lists of handoffs by the time they were recorded. */
public enum HandoffList {
  /** Those whose declared parent has not come. */
  ORPHANS,
  /**
   * Those with which a chain may begin: no fact links them to a parent, or their session's links
   * lead back to them.
   */
  ROOTS,
  /** Those that somebody holds. */
  HELD,
  /** Those that name by hash a parent which nobody published. */
  QUARANTINED
}
