package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Place;
import java.util.Objects;

/**
 * What the write side keeps of a recorded handoff.
 *
 * @param seq of the fact that recorded it
 * @param status the newest status (KXM), or null
 * @param copies how many different byte forms of it were accepted, counted up to 8
 * @param forRoles whether somebody has to act on it
 * @param place its place in its format's own order, or null
 * @param link its link as last stated, without warnings
 * @param linkSeq of the fact that stated it
 * @param answers how many answers stand that complete it
 * @param completed whether a holder said that it is done
 */
public record HandoffRow(
    String id,
    String kind,
    long seq,
    String status,
    int copies,
    boolean forRoles,
    Place place,
    Link link,
    long linkSeq,
    int answers,
    boolean completed) {
  public HandoffRow {
    Objects.requireNonNull(id);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(link);
  }

  HandoffRow withStatus(String newStatus) {
    return new HandoffRow(
        id, kind, seq, newStatus, copies, forRoles, place, link, linkSeq, answers, completed);
  }

  HandoffRow withCopy() {
    return new HandoffRow(
        id, kind, seq, status, copies + 1, forRoles, place, link, linkSeq, answers, completed);
  }

  HandoffRow withLink(Link newLink, long newLinkSeq) {
    return new HandoffRow(
        id, kind, seq, status, copies, forRoles, place, newLink, newLinkSeq, answers, completed);
  }

  HandoffRow withAnswers(int more) {
    return new HandoffRow(
        id, kind, seq, status, copies, forRoles, place, link, linkSeq, answers + more, completed);
  }

  HandoffRow done() {
    return new HandoffRow(
        id, kind, seq, status, copies, forRoles, place, link, linkSeq, answers, true);
  }
}
