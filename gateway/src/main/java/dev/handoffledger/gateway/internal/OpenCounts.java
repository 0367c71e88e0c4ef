package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.Page;
import java.util.ArrayList;
import java.util.List;

/**
 * Why the open handoffs of a role are not to be had; each is counted once, for the first reason.
 *
 * @param all how many were looked at, the oldest first
 * @param notWanted of other kinds or sessions than asked for
 * @param held others hold them
 * @param own the claimer holds them itself
 * @param escalated given out too often, and for a person now
 * @param lacking they ask for capabilities that the claimer does not state
 * @param isAll whether there are no more than were looked at
 */
record OpenCounts(
    int all, int notWanted, int held, int own, int escalated, int lacking, boolean isAll) {

  static OpenCounts of(Page<HandoffView> open, ClaimFilter filter, String holder) {
    int notWanted = 0;
    int held = 0;
    int own = 0;
    int escalated = 0;
    int lacking = 0;
    for (HandoffView handoff : open.items()) {
      if (!isWanted(handoff, filter)) {
        notWanted++;
      } else if (handoff.lease() != null && handoff.lease().holder().equals(holder)) {
        own++;
      } else if (handoff.lease() != null) {
        held++;
      } else if (handoff.escalated()) {
        escalated++;
      } else if (!filter.capabilities().containsAll(handoff.requiredCapabilities())) {
        lacking++;
      }
    }
    return new OpenCounts(
        open.items().size(), notWanted, held, own, escalated, lacking, open.next() == null);
  }

  /** For example {@code 3, of them 2 held by others, 1 asking for other capabilities}. */
  String text() {
    List<String> reasons = new ArrayList<>();
    add(reasons, held, "held by others");
    add(reasons, own, "held by the claimer");
    add(reasons, lacking, "asking for other capabilities");
    add(reasons, escalated, "for a person only");
    add(reasons, notWanted, "of other kinds or sessions");
    return (isAll ? "" : "more than ")
        + all
        + (reasons.isEmpty() ? "" : ", of them " + String.join(", ", reasons));
  }

  private static void add(List<String> reasons, int count, String reason) {
    if (count > 0) {
      reasons.add(count + " " + reason);
    }
  }

  ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("counted", all)
        .put("more", !isAll)
        .put("held", held)
        .put("held_by_claimer", own)
        .put("lacking_capabilities", lacking)
        .put("escalated", escalated)
        .put("of_other_kinds_or_sessions", notWanted);
  }

  private static boolean isWanted(HandoffView handoff, ClaimFilter filter) {
    return (filter.kinds().isEmpty() || filter.kinds().contains(handoff.kind()))
        && (filter.sessions().isEmpty() || filter.sessions().contains(handoff.session()));
  }
}
