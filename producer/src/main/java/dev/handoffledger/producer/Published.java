package dev.handoffledger.producer;

import java.util.Objects;

/**
 * An artifact that reached the broker. Whether the ledger records it is decided after that: a
 * duplicate, or another artifact under the same natural key, is known only there.
 *
 * @param id the handoff id, {@code sha256:} and 64 hex digits
 * @param session the session it belongs to
 * @param kind for example {@code planner_brief}
 * @param topic the inbound topic of that kind
 * @param partition the session's partition
 * @param offset the record's offset there
 */
public record Published(
    String id, String session, String kind, String topic, int partition, long offset) {
  public Published {
    Objects.requireNonNull(id);
    Objects.requireNonNull(session);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(topic);
  }
}
