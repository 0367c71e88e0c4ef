package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Place;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What may change of a handoff, and what decides whether it is open. The rest stands in its
 * recorded fact.
 *
 * @param seq the seq of the fact that recorded it
 * @param link the newest that a fact states
 * @param status the newest (KXM), or null
 * @param succession its place in its format's own order, or null
 * @param position where that place is, or null without a succession
 * @param version the seq of the newest fact in this row
 */
public record HandoffRow(
    String id,
    String session,
    String kind,
    long seq,
    Instant recordedAt,
    List<String> roles,
    Link link,
    String status,
    Succession succession,
    LanePosition position,
    long version) {

  public HandoffRow {
    Objects.requireNonNull(id);
    Objects.requireNonNull(session);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(recordedAt);
    Objects.requireNonNull(link);
    roles = List.copyOf(roles);
  }

  HandoffRow withLink(Link newLink, long newVersion) {
    return new HandoffRow(
        id,
        session,
        kind,
        seq,
        recordedAt,
        roles,
        newLink,
        status,
        succession,
        position,
        newVersion);
  }

  HandoffRow withStatus(String newStatus, long newVersion) {
    return new HandoffRow(
        id,
        session,
        kind,
        seq,
        recordedAt,
        roles,
        link,
        newStatus,
        succession,
        position,
        newVersion);
  }

  /** Its place in its format's own order, or null if it has none. */
  public Place place() {
    return succession == null ? null : new Place(session, succession, position);
  }
}
