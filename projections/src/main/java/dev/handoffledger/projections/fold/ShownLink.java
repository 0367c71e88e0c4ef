package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Lanes;
import dev.handoffledger.schemas.succession.Successions;
import java.util.Optional;

/** The link of a handoff as readers see it: declared, or by a rule of its format. */
public final class ShownLink {
  private static final long FIRST_ITERATION = 1;

  private ShownLink() {}

  /** The link that a fact states, or, if it states none, the one by rule. */
  public static Link of(HandoffRow handoff, Lanes lanes) {
    boolean byRule =
        handoff.link().status() == Link.Status.ROOT
            && handoff.place() != null
            && handoff.place().follows()
            && handoff.place().succession().shownAsLink();
    if (!byRule) {
      return handoff.link();
    }
    Optional<String> predecessor = Successions.predecessor(handoff.place(), lanes);
    if (predecessor.isPresent()) {
      return byRule(Link.Status.LINKED, predecessor.get(), handoff);
    }
    Succession succession = handoff.place().succession();
    return succession.order() == Succession.Order.ITERATION
            && succession.iteration() > FIRST_ITERATION
        ? byRule(Link.Status.PENDING, null, handoff)
        : new Link(Link.Status.ROOT, Link.By.RULE, null, null, null, false, false);
  }

  // A rule finds predecessors in the session itself, among handoffs of the same kind.
  private static Link byRule(Link.Status status, String predecessor, HandoffRow handoff) {
    return new Link(
        status, Link.By.RULE, predecessor, handoff.session(), handoff.kind(), false, false);
  }
}
