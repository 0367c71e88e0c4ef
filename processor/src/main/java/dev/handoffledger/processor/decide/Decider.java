package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.Input.HoldOver;
import dev.handoffledger.processor.decide.Input.Published;
import dev.handoffledger.processor.decide.Message.ToAsker;
import dev.handoffledger.processor.decide.Message.ToQuarantine;
import dev.handoffledger.processor.decide.Message.ToRole;
import dev.handoffledger.processor.decide.StateChange.DeleteAwaiting;
import dev.handoffledger.processor.decide.StateChange.DeleteHeld;
import dev.handoffledger.processor.decide.StateChange.DeleteReference;
import dev.handoffledger.processor.decide.StateChange.DeleteUnjudged;
import dev.handoffledger.processor.decide.StateChange.PutAwaiting;
import dev.handoffledger.processor.decide.StateChange.PutHeld;
import dev.handoffledger.processor.decide.StateChange.PutRawHash;
import dev.handoffledger.processor.decide.StateChange.PutReference;
import dev.handoffledger.processor.decide.StateChange.PutUnjudged;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides what becomes of an input: which facts the ledger gets, who is told, and what the write
 * side remembers.
 */
public final class Decider implements Decide {
  private static final String PENDING = "pending";
  private static final int MAX_COPIES = 8;
  private static final Duration TOLERATED_CLOCK_SKEW = Duration.ofMinutes(5);

  private final HoldPolicy holdPolicy;
  private final Formats formats;

  public Decider(HoldPolicy holdPolicy, Formats formats) {
    this.holdPolicy = holdPolicy;
    this.formats = formats;
  }

  @Override
  public Decision decide(LedgerState state, Input input) {
    Draft draft = new Draft(state, input.at());
    if (input instanceof Published published) {
      published(draft, published);
    } else if (input instanceof HoldOver holdOver) {
      holdOver(draft, holdOver.key());
    }
    return draft.decision();
  }

  private void published(Draft draft, Published published) {
    RowKey key = RowKey.of(published.handoff());
    Optional<HandoffRow> known = draft.handoff(key);
    if (known.isEmpty()) {
      record(draft, published, key);
    } else if (!known.get().id().equals(published.handoff().id())) {
      refuse(draft, published, conflictingId(published.handoff()));
    } else {
      again(draft, published, key, known.get());
    }
  }

  // First time.

  private void record(Draft draft, Published published, RowKey key) {
    Handoff handoff = published.handoff();
    Instant recordedAt = draft.recordedAt(handoff.session());
    Reference reference = reference(handoff, key, recordedAt);
    Link link = reference == null ? Link.ROOT : Links.resolve(draft, reference, false);
    List<Warning> warnings = warnings(handoff, recordedAt);
    Fact fact =
        draft.append(
            handoff.session(),
            handoff.id(),
            recorded(handoff, published.publication(), link, warnings),
            handoff.artifact());
    draft.put(
        key,
        new HandoffRow(
            handoff.id(), handoff.kind(), fact.seq(), handoff.status(), 1, link, fact.seq()));
    if (reference == null) {
      route(draft, fact);
    } else {
      routeOrHold(draft, fact, reference, link);
      remember(draft, reference, link);
      answer(draft, reference, link, false);
    }
    becomeParent(draft, handoff);
    reply(draft, published.publication(), Reply.Outcome.RECORDED, fact, handoff.kind(), link);
  }

  private Reference reference(Handoff handoff, RowKey key, Instant recordedAt) {
    return handoff.parent() == null
        ? null
        : new Reference(
            handoff.parent(),
            key,
            handoff.id(),
            handoff.kind(),
            handoff.time().instant(),
            recordedAt.plus(holdPolicy.time()));
  }

  private List<Warning> warnings(Handoff handoff, Instant recordedAt) {
    List<Warning> warnings = new ArrayList<>(handoff.warnings());
    for (Handoff.Expiry expiry : handoff.expiries()) {
      if (recordedAt.isAfter(expiry.at())) {
        warnings.add(expiry.warning());
      }
    }
    if (handoff.time().instant().isAfter(recordedAt.plus(TOLERATED_CLOCK_SKEW))) {
      warnings.add(
          new Warning(
              "time_ahead",
              format(handoff).timePointer(),
              "Its own time is more than 5 minutes ahead of the ledger's; check the clock of its"
                  + " publisher."));
    }
    return warnings;
  }

  private static Fact.Recorded recorded(
      Handoff handoff, Publication publication, Link link, List<Warning> warnings) {
    return new Fact.Recorded(
        handoff.format(),
        handoff.kind(),
        handoff.naturalKey(),
        handoff.time(),
        handoff.roles(),
        link,
        handoff.succession(),
        handoff.status(),
        warnings,
        handoff.rawHash(),
        publication.publisher(),
        publication.project(),
        publication.issue(),
        publication.registrySchemaId(),
        publication.idempotencyKey(),
        publication.traceparent());
  }

  private void routeOrHold(Draft draft, Fact fact, Reference reference, Link link) {
    boolean held = holdPolicy.holds(reference, link);
    if (!held) {
      route(draft, fact);
    }
    // A handoff whose content hash is unmatched may have to go to quarantine later, so its body is
    // kept even when it does not wait.
    if (held || (reference.parent().hash() != null && link.status() == Link.Status.PENDING)) {
      draft.change(new PutHeld(reference.child(), new HeldHandoff(fact, reference, !held)));
    }
    if (held || (isLocal(draft, reference) && link.status() == Link.Status.PENDING)) {
      draft.change(new PutAwaiting(reference));
    }
  }

  /** Keeps a reference in its parent's session for as long as a candidate may change the answer. */
  private static void remember(Draft draft, Reference reference, Link link) {
    if (!isLocal(draft, reference)) {
      return;
    }
    ParentReference parent = reference.parent();
    boolean anyCandidateMayChangeIt = parent.hash() == null && parent.naturalKey() == null;
    if (anyCandidateMayChangeIt || link.status() == Link.Status.PENDING) {
      draft.change(new PutReference(reference));
    }
  }

  private static boolean isLocal(Draft draft, Reference reference) {
    return draft.state().isLocal(reference.parent().session());
  }

  // As a parent of those that came before it.

  private void becomeParent(Draft draft, Handoff handoff) {
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

  private void matchByHash(Draft draft, Candidate candidate, String hash) {
    for (Reference reference :
        draft.state().referencesToHash(candidate.session(), candidate.kind(), hash)) {
      if (!reference.childId().equals(candidate.id())) {
        matched(draft, reference, Link.linked(reference.parent(), candidate.id(), true, false));
      }
    }
  }

  private void judgeUnmatched(Draft draft, Candidate candidate) {
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
  private void chooseAnew(Draft draft, Candidate candidate) {
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

  // The link of a child changes.

  /** A reference that only one handoff can match is matched, and no longer needed. */
  private void matched(Draft draft, Reference reference, Link link) {
    draft.change(new DeleteReference(reference));
    draft.change(new DeleteUnjudged(reference));
    relink(draft, reference, link);
  }

  private void relink(Draft draft, Reference reference, Link link) {
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
    draft.state().held(reference.child()).ifPresent(held -> judged(draft, held, link));
  }

  private static void judged(Draft draft, HeldHandoff held, Link link) {
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

  /** Tells the parent's session that it was answered, or that the answer was another's. */
  private static void answer(Draft draft, Reference reference, Link link, boolean withdrawn) {
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

  // The hold is over.

  private void holdOver(Draft draft, RowKey key) {
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
      relink(draft, reference, link);
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
    if (byHash && isLocal(draft, reference)) {
      draft.change(new PutUnjudged(reference));
    }
  }

  private static void route(Draft draft, Fact fact) {
    for (String role : ((Fact.Recorded) fact.body()).roles()) {
      draft.send(new ToRole(role, fact));
    }
  }

  // Not the first time.

  private void again(Draft draft, Published published, RowKey key, HandoffRow row) {
    Handoff handoff = published.handoff();
    boolean sameStatus =
        handoff.status() == null
            || handoff.status().equals(row.status())
            || handoff.status().equals(PENDING);
    if (sameStatus) {
      keepCopy(draft, handoff, key, row);
      duplicate(draft, published.publication(), handoff, row);
    } else if (PENDING.equals(row.status())) {
      changeStatus(draft, published, key, row);
    } else {
      refuse(draft, published, illegalTransition());
    }
  }

  private static void changeStatus(Draft draft, Published published, RowKey key, HandoffRow row) {
    Handoff handoff = published.handoff();
    Fact fact =
        draft.append(
            handoff.session(),
            handoff.id(),
            new Fact.StatusChanged(
                handoff.status(), published.publication().publisher(), handoff.rawHash()),
            handoff.artifact());
    draft.put(key, row.withStatus(handoff.status()));
    reply(draft, published.publication(), Reply.Outcome.RECORDED, fact, handoff.kind(), row.link());
  }

  /** Children may name a parent by the hash of any byte form in which it was accepted. */
  private void keepCopy(Draft draft, Handoff handoff, RowKey key, HandoffRow row) {
    boolean known =
        handoff.naturalKey() != null
            || row.copies() >= MAX_COPIES
            || draft
                .state()
                .idByRawHash(handoff.session(), handoff.kind(), handoff.rawHash())
                .isPresent();
    if (known) {
      return;
    }
    draft.put(key, row.withCopy());
    draft.change(
        new PutRawHash(handoff.session(), handoff.kind(), handoff.rawHash(), handoff.id()));
    matchByHash(
        draft,
        new Candidate(handoff.session(), handoff.kind(), handoff.time().instant(), handoff.id()),
        handoff.rawHash());
  }

  private static void duplicate(
      Draft draft, Publication publication, Handoff handoff, HandoffRow row) {
    if (publication.replyTo() == null || publication.correlationId() == null) {
      return;
    }
    draft.send(
        new ToAsker(
            publication.replyTo(),
            new Reply(
                publication.correlationId(),
                Reply.Outcome.DUPLICATE,
                null,
                row.id(),
                handoff.session(),
                handoff.kind(),
                row.seq(),
                handoff.roles(),
                row.link(),
                List.of(),
                List.of()),
            draft.at()));
  }

  private static void reply(
      Draft draft,
      Publication publication,
      Reply.Outcome outcome,
      Fact fact,
      String kind,
      Link link) {
    if (publication.replyTo() == null || publication.correlationId() == null) {
      return;
    }
    boolean recorded = fact.body() instanceof Fact.Recorded;
    draft.send(
        new ToAsker(
            publication.replyTo(),
            new Reply(
                publication.correlationId(),
                outcome,
                fact.type(),
                fact.handoffId(),
                fact.session(),
                kind,
                fact.seq(),
                recorded ? ((Fact.Recorded) fact.body()).roles() : List.of(),
                link,
                recorded ? ((Fact.Recorded) fact.body()).warnings() : List.of(),
                List.of()),
            draft.at()));
  }

  private static void refuse(Draft draft, Published published, Problem problem) {
    Handoff handoff = published.handoff();
    Refusal.of(
            published.origin(),
            published.publication(),
            List.of(problem),
            handoff.session(),
            handoff.kind(),
            draft.at(),
            null)
        .forEach(draft::send);
  }

  private HandoffFormat format(Handoff handoff) {
    return formats
        .ofKind(handoff.kind())
        .orElseThrow(() -> new IllegalStateException("a handoff of a kind that no format has"));
  }

  private Problem conflictingId(Handoff handoff) {
    return new Problem(
        Reason.CONFLICTING_ID,
        format(handoff).naturalKeyPointer(),
        "Another artifact of this session has this id and other content; publish yours under a new"
            + " id.");
  }

  private static Problem illegalTransition() {
    return new Problem(
        Reason.ILLEGAL_TRANSITION,
        "/status",
        "This manifest has already reached another final status; only pending may change.");
  }
}
