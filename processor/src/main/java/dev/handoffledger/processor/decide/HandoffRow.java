package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Link;
import java.util.Objects;

/**
 * What the write side keeps of a recorded handoff.
 *
 * @param seq of the fact that recorded it
 * @param status the newest status (KXM), or null
 * @param copies how many different byte forms of it were accepted, counted up to 8
 * @param link its link as last stated
 * @param linkSeq of the fact that stated it
 */
public record HandoffRow(
    String id, String kind, long seq, String status, int copies, Link link, long linkSeq) {
  public HandoffRow {
    Objects.requireNonNull(id);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(link);
  }

  HandoffRow withStatus(String newStatus) {
    return new HandoffRow(id, kind, seq, newStatus, copies, link, linkSeq);
  }

  HandoffRow withCopy() {
    return new HandoffRow(id, kind, seq, status, copies + 1, link, linkSeq);
  }

  HandoffRow withLink(Link newLink, long newLinkSeq) {
    return new HandoffRow(id, kind, seq, status, copies, newLink, newLinkSeq);
  }
}
