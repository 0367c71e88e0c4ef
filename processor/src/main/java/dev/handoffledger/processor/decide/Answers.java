package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.SiblingCompletion;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.Child;
import dev.handoffledger.schemas.wire.RelayEnvelope.CompletedBySibling;

/** What it means to a handoff that another answers it, or no longer does. */
final class Answers {
  private static final String PENDING = "pending";
  private static final String SUPERSEDED = "superseded";

  private final Leases leases;
  private final Formats formats;

  Answers(Leases leases, Formats formats) {
    this.leases = leases;
    this.formats = formats;
  }

  /** A child has its parent. */
  void linked(Draft draft, Reference reference, Link link) {
    if (link.status() != Link.Status.LINKED) {
      return;
    }
    RowKey parent = reference.parentKey(link.parent());
    Child child = reference.child();
    answered(draft, parent, child, Link.By.DECLARED, reference.parent().completes(), false);
    supersede(draft, parent, child);
    completeSiblings(draft, reference, parent, false);
  }

  /** A child turned out to have another parent. */
  void unlinked(Draft draft, Reference reference, Link link) {
    if (link.status() != Link.Status.LINKED) {
      return;
    }
    RowKey parent = reference.parentKey(link.parent());
    Child child = reference.child();
    answered(draft, parent, child, Link.By.DECLARED, reference.parent().completes(), true);
    completeSiblings(draft, reference, parent, true);
  }

  /** A sibling completes the handoff by a rule of its format, or no longer does. */
  void completedBySibling(Draft draft, RowKey key, Child sibling, boolean withdrawn) {
    answered(draft, key, sibling, Link.By.RULE, true, withdrawn);
  }

  private void answered(
      Draft draft, RowKey key, Child child, Link.By by, boolean completes, boolean withdrawn) {
    boolean counts = completes && !withdrawn;
    boolean byOther = counts && leases.isHeldByOther(draft, key, child);
    HandoffRow row = row(draft, key);
    draft.append(
        key.session(),
        row.id(),
        new Fact.Answered(
            child.id(), child.session(), child.kind(), by, completes, byOther, withdrawn),
        null);
    if (completes) {
      draft.put(key, row(draft, key).withAnswers(withdrawn ? -1 : 1));
    }
    if (counts) {
      leases.answered(draft, key, child);
    }
  }

  /** A rework supersedes the manifest that it reworks while that is pending (KXM). */
  private static void supersede(Draft draft, RowKey key, Child rework) {
    HandoffRow row = row(draft, key);
    if (PENDING.equals(row.status())) {
      draft.append(
          key.session(),
          row.id(),
          new Fact.StatusChanged(SUPERSEDED, null, null, rework.id()),
          null);
      draft.put(key, row.withStatus(SUPERSEDED));
    }
  }

  private void completeSiblings(
      Draft draft, Reference reference, RowKey parent, boolean withdrawn) {
    Child child = reference.child();
    SiblingCompletion rule =
        formats
            .ofKind(child.kind())
            .flatMap(format -> format.siblingCompletion())
            .filter(siblings -> siblings.parentKind().equals(reference.parent().kind()))
            .orElse(null);
    if (rule == null) {
      return;
    }
    boolean completes = child.kind().equals(rule.completing());
    if (!completes && !child.kind().equals(rule.completed())) {
      return;
    }
    if (withdrawn) {
      draft.deleteSibling(parent, child);
    } else {
      draft.putSibling(parent, child);
    }
    String others = completes ? rule.completed() : rule.completing();
    for (Child other : draft.siblings(parent, others)) {
      Child completed = completes ? other : child;
      Child completing = completes ? child : other;
      complete(draft, completed, completing, withdrawn);
    }
  }

  private void complete(Draft draft, Child completed, Child completing, boolean withdrawn) {
    if (draft.state().isLocal(completed.session())) {
      RowKey key = new RowKey(completed.session(), completed.row());
      completedBySibling(draft, key, completing, withdrawn);
    } else {
      draft.relay(
          new CompletedBySibling(completed.session(), completed.row(), completing, withdrawn));
    }
  }

  private static HandoffRow row(Draft draft, RowKey key) {
    return draft
        .handoff(key)
        .orElseThrow(() -> new IllegalStateException("an answer to an unknown handoff"));
  }
}
