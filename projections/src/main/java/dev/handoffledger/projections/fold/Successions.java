package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who follows whom by a rule of the format: functions of the set of a session's handoffs, whatever
 * the order in which they came.
 */
public final class Successions {
  private static final long FIRST_ITERATION = 1;

  private Successions() {}

  /** The handoff before this one by its format's rule. */
  public static Optional<String> predecessor(HandoffRow handoff, Lanes lanes) {
    if (!handoff.follows()) {
      return Optional.empty();
    }
    return lanes
        .before(handoff.followed(), handoff.position())
        .filter(before -> isNext(handoff, before.position(), handoff.position()))
        .map(Lanes.Entry::id);
  }

  /** The first of the handoffs whose predecessor this one is. */
  public static Optional<String> successor(HandoffRow handoff, Lanes lanes) {
    if (!handoff.mayBeFollowed()) {
      return Optional.empty();
    }
    Lane followers = new Lane(handoff.session(), Lane.Side.FOLLOWS, handoff.succession().offers());
    Optional<Lanes.Entry> follower =
        lanes
            .after(followers, handoff.position())
            .filter(after -> isNext(handoff, handoff.position(), after.position()));
    Optional<Lanes.Entry> nextOffered = lanes.after(handoff.offered(), handoff.position());
    return follower
        .filter(
            entry ->
                nextOffered.isEmpty()
                    || entry.position().compareTo(nextOffered.get().position()) <= 0)
        .map(Lanes.Entry::id);
  }

  /** The handoffs that may have gained or lost their successor by the arrival of this one. */
  static List<String> neighbours(HandoffRow handoff, Lanes lanes) {
    List<String> neighbours = new ArrayList<>();
    if (handoff.mayBeFollowed()) {
      lanes
          .before(handoff.offered(), handoff.position())
          .ifPresent(entry -> neighbours.add(entry.id()));
    }
    if (handoff.follows()) {
      lanes
          .before(handoff.followed(), handoff.position())
          .ifPresent(entry -> neighbours.add(entry.id()));
    }
    return neighbours;
  }

  /** The link to show: the one that a fact states, or, if it states none, the one by rule. */
  public static Link link(HandoffRow handoff, Lanes lanes) {
    boolean byRule =
        handoff.link().status() == Link.Status.ROOT
            && handoff.follows()
            && handoff.succession().shownAsLink();
    if (!byRule) {
      return handoff.link();
    }
    Optional<String> predecessor = predecessor(handoff, lanes);
    if (predecessor.isPresent()) {
      return byRule(Link.Status.LINKED, predecessor.get(), handoff);
    }
    return isByIteration(handoff) && handoff.succession().iteration() > FIRST_ITERATION
        ? byRule(Link.Status.PENDING, null, handoff)
        : new Link(Link.Status.ROOT, Link.By.RULE, null, null, null, false, false);
  }

  // A rule finds predecessors in the session itself, among handoffs of the same kind.
  private static Link byRule(Link.Status status, String predecessor, HandoffRow handoff) {
    return new Link(
        status, Link.By.RULE, predecessor, handoff.session(), handoff.kind(), false, false);
  }

  private static boolean isNext(HandoffRow handoff, LanePosition before, LanePosition after) {
    return !isByIteration(handoff) || before.major() + 1 == after.major();
  }

  private static boolean isByIteration(HandoffRow handoff) {
    return handoff.succession().order() == Succession.Order.ITERATION;
  }
}
