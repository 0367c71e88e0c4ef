package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Roles;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Place;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What may change of a handoff, and what decides whether it is open. The rest stands in its
 * recorded fact.
 *
 * @param seq the seq of the fact that recorded it
 * @param link the newest that a fact states
 * @param status the newest (KXM), or null
 * @param succession its place in its format's own order, or null
 * @param position where that place is, or null without a succession
 * @param leasing how it has been given out
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
    Leasing leasing,
    long version) {

  public HandoffRow {
    Objects.requireNonNull(id);
    Objects.requireNonNull(session);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(recordedAt);
    Objects.requireNonNull(link);
    Objects.requireNonNull(leasing);
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
        leasing,
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
        leasing,
        newVersion);
  }

  HandoffRow withLeasing(Leasing newLeasing, long newVersion) {
    return new HandoffRow(
        id,
        session,
        kind,
        seq,
        recordedAt,
        roles,
        link,
        status,
        succession,
        position,
        newLeasing,
        newVersion);
  }

  /** Who it is for now: a person, if it has been given out too often. */
  public List<String> rolesNow() {
    return leasing.escalated() ? List.of(Roles.HUMAN) : roles;
  }

  /** Everyone it has been, or may yet be, for. */
  public Set<String> rolesEver() {
    Set<String> ever = new LinkedHashSet<>(roles);
    ever.add(Roles.HUMAN);
    return ever;
  }

  /** Its place in its format's own order, or null if it has none. */
  public Place place() {
    return succession == null ? null : new Place(session, succession, position);
  }
}
