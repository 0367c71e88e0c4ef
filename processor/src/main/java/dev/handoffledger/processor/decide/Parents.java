package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.StateChange.DeleteAwaiting;
import dev.handoffledger.processor.decide.StateChange.DeleteDeadline;
import dev.handoffledger.processor.decide.StateChange.DeleteUnjudged;
import dev.handoffledger.processor.decide.StateChange.PutAwaiting;
import dev.handoffledger.processor.decide.StateChange.PutCriteria;
import dev.handoffledger.processor.decide.StateChange.PutDeadline;
import dev.handoffledger.processor.decide.StateChange.PutRawHash;
import dev.handoffledger.processor.decide.StateChange.PutUnjudged;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.RelayEnvelope.LinkAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The parents' side of links: what a child refers to is kept where its parent's session is, and
 * judged again whenever a handoff arrives there that may be the better parent.
 */
final class Parents {
  private final Answers answers;
  private final LinkWarnings warnings;

  Parents(Answers answers, Formats formats) {
    this.answers = answers;
    this.warnings = new LinkWarnings(formats);
  }

  /** What a child of this partition is linked to at once. */
  Link find(Draft draft, Reference reference) {
    return warnings.added(draft, reference, Links.resolve(draft, reference, false));
  }

  /** Keeps the reference of a child that was told a link. */
  void keep(Draft draft, Reference reference, Link told) {
    draft.put(new ReferenceRow(reference, told.withWarnings(List.of())));
    if (told.status() == Link.Status.PENDING) {
      await(draft, reference);
    }
    answers.linked(draft, reference, told);
  }

  /** Answers a child of another partition. */
  void asked(Draft draft, Reference reference) {
    boolean holdOver = isHoldOver(draft, reference);
    Optional<ReferenceRow> known = draft.reference(reference);
    Link link = known.isPresent() ? known.get().link() : Links.resolve(draft, reference, holdOver);
    if (known.isEmpty()) {
      keep(draft, reference, link);
    }
    if (link.status() != Link.Status.PENDING || holdOver) {
      tell(draft, reference, link, holdOver);
    }
  }

  private static void await(Draft draft, Reference reference) {
    if (!isHoldOver(draft, reference)) {
      draft.change(new PutAwaiting(reference));
      draft.change(new PutDeadline(Deadline.parent(reference)));
    } else if (reference.byHash()) {
      draft.change(new PutUnjudged(reference));
    }
  }

  /** The parent of a child may be waited for no longer. */
  void due(Draft draft, RowKey child) {
    Optional<Reference> awaiting = draft.state().awaiting(child);
    if (awaiting.isEmpty() || !isHoldOver(draft, awaiting.get())) {
      return;
    }
    Reference reference = awaiting.get();
    waitNoLonger(draft, reference);
    ReferenceRow row =
        draft
            .reference(reference)
            .orElseThrow(() -> new IllegalStateException("a wait without its reference"));
    Link link = Links.resolve(draft, reference, true);
    if (link.status() == Link.Status.PENDING) {
      await(draft, reference);
      tell(draft, reference, link, true);
    } else {
      settle(draft, row, link);
    }
  }

  /** A handoff that others may have named as their parent is there. */
  void arrived(Draft draft, Handoff handoff, RowKey key) {
    if (handoff.naturalKey() == null) {
      arrivedAsCandidate(draft, handoff, key);
    } else if (draft.wasReferredTo(handoff.session())) {
      for (ReferenceRow row :
          draft.state().referencesToNaturalKey(handoff.session(), handoff.naturalKey())) {
        settle(draft, row, Link.linked(row.reference().parent(), handoff.id(), false, false));
      }
    }
  }

  private void arrivedAsCandidate(Draft draft, Handoff handoff, RowKey key) {
    Candidate candidate =
        new Candidate(handoff.session(), handoff.kind(), handoff.time().instant(), handoff.id());
    draft.put(candidate);
    draft.change(
        new PutRawHash(handoff.session(), handoff.kind(), handoff.rawHash(), handoff.id()));
    if (handoff.criteria() != null) {
      draft.put(new PutCriteria(key, handoff.criteria()));
    }
    if (!draft.wasReferredTo(handoff.session())) {
      return;
    }
    arrivedAs(draft, candidate, handoff.contentHash());
    if (!handoff.rawHash().equals(handoff.contentHash())) {
      arrivedAs(draft, candidate, handoff.rawHash());
    }
    boolean first =
        draft.candidatesUpTo(candidate.session(), candidate.kind(), Instant.MAX, 2).size() == 1;
    if (first) {
      judgeUnmatched(draft, candidate);
    }
    chooseAnew(draft, candidate, first);
  }

  /** A byte form of a handoff is there, which others may have named by its hash. */
  void arrivedAs(Draft draft, Candidate candidate, String hash) {
    for (ReferenceRow row :
        draft.state().referencesToHash(candidate.session(), candidate.kind(), hash)) {
      Reference reference = row.reference();
      if (!reference.child().id().equals(candidate.id())) {
        draft.change(new DeleteUnjudged(reference));
        settle(draft, row, Link.linked(reference.parent(), candidate.id(), true, false));
      }
    }
  }

  private void judgeUnmatched(Draft draft, Candidate candidate) {
    for (Reference reference :
        draft.state().unjudgedReferences(candidate.session(), candidate.kind())) {
      if (reference.child().id().equals(candidate.id())) {
        continue;
      }
      draft.change(new DeleteUnjudged(reference));
      draft
          .reference(reference)
          .filter(row -> row.link().status() == Link.Status.PENDING)
          .ifPresent(row -> settle(draft, row, Link.mismatch(reference.parent())));
    }
  }

  /** Decides anew for the children that the candidate may suit better than any before it. */
  private void chooseAnew(Draft draft, Candidate candidate, boolean first) {
    String session = candidate.session();
    String kind = candidate.kind();
    // The first of its session has no neighbours to look for; most sessions are short.
    List<Candidate> next =
        first ? List.of() : draft.candidatesAfter(session, kind, candidate.time(), 1);
    // Up to and with the next candidate's time, since a child does not count as its own parent.
    Instant to = next.isEmpty() ? Instant.MAX : next.get(0).time().plusNanos(1);
    Instant from = first ? Instant.MIN : earliestAffected(draft, candidate);
    for (ReferenceRow row : draft.state().referencesBetween(session, kind, from, to)) {
      Reference reference = row.reference();
      settle(draft, row, Links.resolve(draft, reference, isHoldOver(draft, reference)));
    }
  }

  /**
   * A child before all candidates takes the oldest, so the oldest candidate affects all before it;
   * the second oldest affects the child that is itself the oldest.
   */
  private static Instant earliestAffected(Draft draft, Candidate candidate) {
    List<Candidate> earlier =
        draft.candidatesUpTo(
            candidate.session(), candidate.kind(), candidate.time().minusNanos(1), 2);
    return switch (earlier.size()) {
      case 0 -> Instant.MIN;
      case 1 -> earlier.get(0).time();
      default -> candidate.time();
    };
  }

  /** Makes a link the child's, if it is not already. */
  private void settle(Draft draft, ReferenceRow listed, Link link) {
    ReferenceRow row = draft.now(listed);
    Reference reference = row.reference();
    Link before = row.link();
    if (before.equals(link)) {
      return;
    }
    waitNoLonger(draft, reference);
    boolean otherParent = !Objects.equals(before.parent(), link.parent());
    if (otherParent) {
      answers.unlinked(draft, reference, before);
    }
    draft.put(new ReferenceRow(reference, link));
    tell(draft, reference, link, false);
    if (otherParent) {
      answers.linked(draft, reference, link);
    }
  }

  private static void waitNoLonger(Draft draft, Reference reference) {
    if (draft.state().awaiting(reference.childKey()).isPresent()) {
      draft.change(new DeleteAwaiting(reference));
      draft.change(new DeleteDeadline(Deadline.parent(reference)));
    }
  }

  private void tell(Draft draft, Reference reference, Link link, boolean holdOver) {
    Link told = warnings.added(draft, reference, link);
    RowKey child = reference.childKey();
    if (draft.state().isLocal(child.session())) {
      Children.told(draft, child, told, holdOver);
    } else {
      draft.relay(new LinkAnswer(child.session(), child.row(), told, holdOver));
    }
  }

  private static boolean isHoldOver(Draft draft, Reference reference) {
    return !draft.at().isBefore(reference.holdUntil());
  }
}
