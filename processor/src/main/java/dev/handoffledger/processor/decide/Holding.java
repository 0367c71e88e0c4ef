package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.Message.ToQuarantine;
import dev.handoffledger.processor.decide.Message.ToRole;
import dev.handoffledger.processor.decide.StateChange.DeleteAwaiting;
import dev.handoffledger.processor.decide.StateChange.DeleteHeld;
import dev.handoffledger.processor.decide.StateChange.PutAwaiting;
import dev.handoffledger.processor.decide.StateChange.PutHeld;
import dev.handoffledger.processor.decide.StateChange.PutUnjudged;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.util.Optional;

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
    if (held || (reference.parent().hash() != null && link.status() == Link.Status.PENDING)) {
      draft.change(new PutHeld(reference.child(), new HeldHandoff(fact, reference, !held)));
    }
    if (held || (reference.isLocal(draft.state()) && link.status() == Link.Status.PENDING)) {
      draft.change(new PutAwaiting(reference));
    }
  }

  static void judged(Draft draft, HeldHandoff held, Link link) {
    RowKey key = held.reference().child();
    switch (link.status()) {
      case LINKED -> {
        if (!held.routed()) {
          route(draft, held.recorded());
        }
        draft.change(new DeleteHeld(key));
      }
      case MISMATCH -> draft.send(new ToQuarantine(held.recorded(), link, held.routed()));
      case PENDING, ROOT -> {}
    }
  }

  static void holdOver(Draft draft, RowKey key) {
    Optional<Reference> awaiting = draft.state().awaiting(key);
    if (awaiting.isEmpty() || draft.at().isBefore(awaiting.get().holdUntil())) {
      return;
    }
    Reference reference = awaiting.get();
    draft.change(new DeleteAwaiting(reference));
    HandoffRow row =
        draft
            .handoff(key)
            .orElseThrow(() -> new IllegalStateException("a hold without its handoff"));
    if (row.link().status() != Link.Status.PENDING) {
      return;
    }
    Link link = Links.resolve(draft, reference, true);
    if (link.status() == Link.Status.PENDING) {
      routeUnlinked(draft, reference);
    } else {
      Linking.relink(draft, reference, link);
    }
  }

  private static void routeUnlinked(Draft draft, Reference reference) {
    boolean byHash = reference.parent().hash() != null;
    Optional<HeldHandoff> held = draft.state().held(reference.child());
    if (held.isPresent() && !held.get().routed()) {
      route(draft, held.get().recorded());
      draft.change(
          byHash
              ? new PutHeld(
                  reference.child(), new HeldHandoff(held.get().recorded(), reference, true))
              : new DeleteHeld(reference.child()));
    }
    if (byHash && reference.isLocal(draft.state())) {
      draft.change(new PutUnjudged(reference));
    }
  }
}
