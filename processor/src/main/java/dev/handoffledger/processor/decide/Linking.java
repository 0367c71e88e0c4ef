package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.StateChange.DeleteReference;
import dev.handoffledger.processor.decide.StateChange.DeleteUnjudged;
import dev.handoffledger.processor.decide.StateChange.PutRawHash;
import dev.handoffledger.processor.decide.StateChange.PutReference;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Keeps the links of a partition's handoffs true: what a child refers to is remembered in its
 * parent's session, and judged again whenever a handoff arrives there that may be the better
 * parent.
 */
final class Linking {
  private Linking() {}

  /** Keeps a reference in its parent's session for as long as a candidate may change the answer. */
  static void remember(Draft draft, Reference reference, Link link) {
    if (!reference.isLocal(draft.state())) {
      return;
    }
    ParentReference parent = reference.parent();
    boolean anyCandidateMayChangeIt = parent.hash() == null && parent.naturalKey() == null;
    if (anyCandidateMayChangeIt || link.status() == Link.Status.PENDING) {
      draft.change(new PutReference(reference));
    }
  }

  static void becomeParent(Draft draft, Handoff handoff) {
    if (handoff.naturalKey() != null) {
      for (Reference reference :
          draft.state().referencesToNaturalKey(handoff.session(), handoff.naturalKey())) {
        matched(draft, reference, Link.linked(reference.parent(), handoff.id(), false, false));
      }
      return;
    }
    Candidate candidate =
        new Candidate(handoff.session(), handoff.kind(), handoff.time().instant(), handoff.id());
    boolean first =
        draft.candidatesUpTo(candidate.session(), candidate.kind(), Instant.MAX, 1).isEmpty();
    draft.put(candidate);
    draft.change(
        new PutRawHash(handoff.session(), handoff.kind(), handoff.rawHash(), handoff.id()));
    matchByHash(draft, candidate, handoff.contentHash());
    if (!handoff.rawHash().equals(handoff.contentHash())) {
      matchByHash(draft, candidate, handoff.rawHash());
    }
    if (first) {
      judgeUnmatched(draft, candidate);
    }
    chooseAnew(draft, candidate);
  }

  static void matchByHash(Draft draft, Candidate candidate, String hash) {
    for (Reference reference :
        draft.state().referencesToHash(candidate.session(), candidate.kind(), hash)) {
      if (!reference.childId().equals(candidate.id())) {
        matched(draft, reference, Link.linked(reference.parent(), candidate.id(), true, false));
      }
    }
  }

  private static void judgeUnmatched(Draft draft, Candidate candidate) {
    for (Reference reference :
        draft.state().unjudgedReferences(candidate.session(), candidate.kind())) {
      if (reference.childId().equals(candidate.id())) {
        continue;
      }
      draft.change(new DeleteUnjudged(reference));
      boolean stillPending =
          draft
              .handoff(reference.child())
              .filter(row -> row.link().status() == Link.Status.PENDING)
              .isPresent();
      if (stillPending) {
        relink(draft, reference, Link.mismatch(reference.parent()));
      }
    }
  }

  /** Decides anew for the children that the candidate may suit better than any before it. */
  private static void chooseAnew(Draft draft, Candidate candidate) {
    String session = candidate.session();
    String kind = candidate.kind();
    List<Candidate> next = draft.candidatesAfter(session, kind, candidate.time(), 1);
    // Up to and with the next candidate's time, since a child does not count as its own parent.
    Instant to = next.isEmpty() ? Instant.MAX : next.get(0).time().plusNanos(1);
    Instant from = earliestAffected(draft, candidate);
    for (Reference reference : draft.state().referencesBetween(session, kind, from, to)) {
      boolean holdOver = !draft.at().isBefore(reference.holdUntil());
      relink(draft, reference, Links.resolve(draft, reference, holdOver));
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

  /** A reference that only one handoff can match is matched, and no longer needed. */
  private static void matched(Draft draft, Reference reference, Link link) {
    draft.change(new DeleteReference(reference));
    draft.change(new DeleteUnjudged(reference));
    relink(draft, reference, link);
  }

  static void relink(Draft draft, Reference reference, Link link) {
    HandoffRow row =
        draft
            .handoff(reference.child())
            .orElseThrow(() -> new IllegalStateException("a reference without its child"));
    if (row.link().equals(link)) {
      return;
    }
    boolean otherParent = !Objects.equals(row.link().parent(), link.parent());
    if (otherParent) {
      answer(draft, reference, row.link(), true);
    }
    Fact fact =
        draft.append(
            reference.child().session(), row.id(), new Fact.Linked(link, row.linkSeq()), null);
    draft.put(reference.child(), row.withLink(link, fact.seq()));
    if (otherParent) {
      answer(draft, reference, link, false);
    }
    draft.state().held(reference.child()).ifPresent(held -> Holding.judged(draft, held, link));
  }

  /** Tells the parent's session that it was answered, or that the answer was another's. */
  static void answer(Draft draft, Reference reference, Link link, boolean withdrawn) {
    if (link.status() != Link.Status.LINKED) {
      return;
    }
    draft.append(
        link.parentSession(),
        link.parent(),
        new Fact.Answered(
            reference.childId(),
            reference.child().session(),
            reference.childKind(),
            reference.parent().completes(),
            withdrawn),
        null);
  }
}
