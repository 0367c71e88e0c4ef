package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Rejection;
import dev.handoffledger.schemas.wire.Topics;

/**
 * Where an artifact goes, and what can be said of it before the ledger has judged it.
 *
 * @param topic its kind's topic, or the one for what no kind claims
 * @param session the session and so the record's key, or null if it cannot be read
 * @param parentSession the session of the parent it declares, or null
 * @param id the handoff id, or null if the artifact is bad
 * @param kind its kind, or null if it cannot be read
 */
record Route(String topic, String session, String parentSession, String id, String kind) {

  static Route of(Reading reading) {
    if (reading instanceof Reading.Accepted accepted) {
      Handoff handoff = accepted.handoff();
      return new Route(
          Topics.in(handoff.kind()),
          handoff.session(),
          handoff.parent() == null ? null : handoff.parent().session(),
          handoff.id(),
          handoff.kind());
    }
    Rejection rejection = ((Reading.Rejected) reading).rejection();
    return new Route(
        rejection.kind() == null ? Topics.IN_UNKNOWN : Topics.in(rejection.kind()),
        rejection.session(),
        null,
        null,
        rejection.kind());
  }
}
