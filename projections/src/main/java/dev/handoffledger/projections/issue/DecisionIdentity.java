package dev.handoffledger.projections.issue;

/** How the ledger knows who decided. */
final class DecisionIdentity {
  /**
   * What a packet says of every receipt, whatever its publisher claims: nothing here authenticates
   * the one who decided. Only an authentication of ours that proves it may say {@code cf_access}.
   */
  static final String DECIDED_VIA = "api_self_reported";

  private DecisionIdentity() {}
}
