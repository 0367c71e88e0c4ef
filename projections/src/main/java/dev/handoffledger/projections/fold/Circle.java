package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Link;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Handoffs of one session that declare each other as parents, all around. */
final class Circle {
  /** A longer way is taken for none that leads back: nobody means to go round so far. */
  static final int LONGEST = 200;

  private Circle() {}

  /** The handoffs of the circle that a handoff is in; empty if it is in none. */
  static List<HandoffRow> of(HandoffRow start, Rows rows) {
    Map<String, HandoffRow> way = new LinkedHashMap<>();
    HandoffRow row = start;
    while (row != null && way.size() < LONGEST && way.putIfAbsent(row.id(), row) == null) {
      row = parentInSession(row, rows);
    }
    return row != null && way.size() < LONGEST && row.id().equals(start.id())
        ? List.copyOf(way.values())
        : List.of();
  }

  private static HandoffRow parentInSession(HandoffRow row, Rows rows) {
    Link link = row.link();
    return link.status() == Link.Status.LINKED && row.session().equals(link.parentSession())
        ? rows.handoff(link.parent()).orElse(null)
        : null;
  }
}
