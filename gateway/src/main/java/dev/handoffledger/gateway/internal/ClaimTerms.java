package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.schemas.wire.Command;
import java.time.Duration;

/**
 * On what terms somebody claims.
 *
 * @param lease for how long
 * @param role the role in which it is claimed, or null
 * @param claimId what names the claim, so that asking again gives the same lease
 * @param named whether the claimer named the claim itself
 */
record ClaimTerms(String holder, Duration lease, String role, String claimId, boolean named) {

  Command.Claim claimOf(HandoffView handoff) {
    return new Command.Claim(handoff.session(), row(handoff), holder, lease, role, claimId);
  }

  /** The name of a handoff among those of its session. */
  static String row(HandoffView handoff) {
    return handoff.naturalKey() != null ? handoff.naturalKey() : handoff.id();
  }
}
