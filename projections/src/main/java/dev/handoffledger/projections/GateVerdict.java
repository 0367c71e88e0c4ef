package dev.handoffledger.projections;

import java.util.List;

/**
 * Whether work may be merged, and why not.
 *
 * @param passes whether there is no objection
 * @param chains the roots of the chains that were judged
 * @param objections why not, empty if it passes
 */
public record GateVerdict(boolean passes, List<String> chains, List<Objection> objections) {

  /**
   * One reason why work may not be merged.
   *
   * @param code stable: no_verdict, not_approved, parent_missing, link_pending, link_unverified,
   *     quarantined, chain_cut
   * @param handoff the id of the handoff that gives the reason, or null
   * @param message one sentence that says what to do
   */
  public record Objection(String code, String handoff, String message) {}

  public GateVerdict {
    chains = List.copyOf(chains);
    objections = List.copyOf(objections);
  }
}
