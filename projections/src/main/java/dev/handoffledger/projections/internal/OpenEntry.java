package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.fold.HandoffRow;

/**
 * An open handoff in the list of a role.
 *
 * @param held whether somebody holds it, so that who looks for something to claim need not read its
 *     row
 */
record OpenEntry(String id, boolean held) {
  static OpenEntry of(HandoffRow row) {
    return new OpenEntry(row.id(), row.leasing().held() != null);
  }
}
