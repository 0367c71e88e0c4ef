package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.Message.ToQuarantine;
import dev.handoffledger.processor.decide.Message.ToRole;
import dev.handoffledger.processor.decide.StateChange.DeleteDeadline;
import dev.handoffledger.processor.decide.StateChange.DeleteHeld;
import dev.handoffledger.processor.decide.StateChange.PutDeadline;
import dev.handoffledger.processor.decide.StateChange.PutHeld;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;

/** Which handoffs go to their roles now, which wait for their parent, and what ends the wait. */
final class Holding {
  private Holding() {}

  static void route(Draft draft, Fact fact) {
    for (String role : ((Fact.Recorded) fact.body()).roles()) {
      draft.send(new ToRole(role, fact));
    }
  }

  static void routeOrHold(
      Draft draft, HoldPolicy policy, Fact fact, Reference reference, Link link) {
    boolean held = policy.holds(reference, link);
    if (!held) {
      route(draft, fact);
    }
    // A handoff whose content hash is unmatched may have to go to quarantine later, so its body is
    // kept even when it does not wait.
    if (held || (reference.byHash() && link.status() == Link.Status.PENDING)) {
      draft.change(new PutHeld(reference.childKey(), new HeldHandoff(fact, reference, !held)));
    }
    if (held && isElsewhere(draft, reference)) {
      draft.change(new PutDeadline(deadline(reference)));
    }
  }

  static void judged(Draft draft, HeldHandoff held, Link link) {
    RowKey key = held.reference().childKey();
    switch (link.status()) {
      case LINKED -> {
        if (!held.routed()) {
          route(draft, held.recorded());
        }
        draft.change(new DeleteHeld(key));
        waitNoLonger(draft, held);
      }
      case MISMATCH -> {
        draft.send(new ToQuarantine(held.recorded(), link, held.routed()));
        waitNoLonger(draft, held);
      }
      case PENDING, ROOT -> {}
    }
  }

  /** The word of the parent's partition has been waited for long enough. */
  static void due(Draft draft, RowKey key) {
    draft
        .state()
        .held(key)
        .filter(held -> !draft.at().isBefore(deadline(held.reference()).at()))
        .ifPresent(held -> end(draft, key));
  }

  /** Routes a handoff that still waits, unlinked as it is. */
  static void end(Draft draft, RowKey key) {
    boolean pending =
        draft.handoff(key).filter(row -> row.link().status() == Link.Status.PENDING).isPresent();
    if (!pending) {
      return;
    }
    draft
        .state()
        .held(key)
        .filter(held -> !held.routed())
        .ifPresent(
            held -> {
              route(draft, held.recorded());
              draft.change(
                  held.reference().byHash()
                      ? new PutHeld(key, new HeldHandoff(held.recorded(), held.reference(), true))
                      : new DeleteHeld(key));
              waitNoLonger(draft, held);
            });
  }

  private static void waitNoLonger(Draft draft, HeldHandoff held) {
    if (!held.routed() && isElsewhere(draft, held.reference())) {
      draft.change(new DeleteDeadline(deadline(held.reference())));
    }
  }

  private static boolean isElsewhere(Draft draft, Reference reference) {
    return !draft.state().isLocal(reference.parent().session());
  }

  private static Deadline deadline(Reference reference) {
    return Deadline.route(reference.childKey(), reference.holdUntil().plus(HoldPolicy.ANSWER_TIME));
  }
}
