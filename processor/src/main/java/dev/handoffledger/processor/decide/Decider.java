package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.Input.Commanded;
import dev.handoffledger.processor.decide.Input.Published;
import dev.handoffledger.processor.decide.Input.Relayed;
import dev.handoffledger.processor.decide.StateChange.PutInLane;
import dev.handoffledger.processor.decide.StateChange.PutRawHash;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Place;
import dev.handoffledger.schemas.succession.Successions;
import dev.handoffledger.schemas.wire.Child;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import dev.handoffledger.schemas.wire.RelayEnvelope.CompletedBySibling;
import dev.handoffledger.schemas.wire.RelayEnvelope.Due;
import dev.handoffledger.schemas.wire.RelayEnvelope.LinkAnswer;
import dev.handoffledger.schemas.wire.RelayEnvelope.LinkRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
  private final Leases leases;
  private final Answers answers;
  private final Parents parents;

  public Decider(HoldPolicy holdPolicy, LeasePolicy leasePolicy, Formats formats) {
    this.holdPolicy = holdPolicy;
    this.formats = formats;
    this.leases = new Leases(leasePolicy);
    this.answers = new Answers(leases, formats);
    this.parents = new Parents(answers, formats);
  }

  @Override
  public Decision decide(LedgerState state, Input input) {
    Draft draft = new Draft(state, input.at());
    if (input instanceof Published published) {
      published(draft, published);
    } else if (input instanceof Commanded commanded) {
      leases.command(draft, commanded);
    } else if (input instanceof Relayed relayed) {
      relayed(draft, relayed.envelope());
    }
    return draft.decision();
  }

  private void relayed(Draft draft, RelayEnvelope envelope) {
    if (envelope instanceof LinkRequest request) {
      parents.asked(
          draft, new Reference(request.reference(), request.child(), request.holdUntil()));
    } else if (envelope instanceof LinkAnswer answer) {
      RowKey child = new RowKey(answer.session(), answer.childRow());
      Children.told(draft, child, answer.link(), answer.holdOver());
    } else if (envelope instanceof CompletedBySibling completed) {
      RowKey key = new RowKey(completed.session(), completed.row());
      answers.completedBySibling(draft, key, completed.sibling(), completed.withdrawn());
    } else if (envelope instanceof Due due) {
      RowKey key = new RowKey(due.rowSession(), due.row());
      switch (due.what()) {
        case ROUTE -> Holding.due(draft, key);
        case PARENT -> parents.due(draft, key);
        case LEASE_END -> leases.due(draft, key);
      }
    }
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
    Reference reference = reference(published, key, recordedAt);
    boolean local = reference != null && draft.state().isLocal(reference.parent().session());
    Link link = local ? parents.find(draft, reference) : unresolved(handoff);
    List<Warning> warnings = warnings(handoff, recordedAt);
    Fact fact =
        draft.append(
            handoff.session(),
            handoff.id(),
            recorded(handoff, published.publication(), link, warnings),
            handoff.artifact());
    Place place = place(handoff, recordedAt);
    draft.put(
        key,
        new HandoffRow(
            handoff.id(),
            handoff.kind(),
            fact.seq(),
            handoff.status(),
            1,
            !handoff.roles().isEmpty(),
            place,
            link.withWarnings(List.of()),
            fact.seq(),
            0,
            false));
    if (place != null) {
      succeed(draft, place, key, child(published, key));
    }
    if (reference == null) {
      Holding.route(draft, fact);
    } else {
      Holding.routeOrHold(draft, holdPolicy, fact, reference, link);
    }
    if (local) {
      parents.keep(draft, reference, link);
    } else if (reference != null) {
      draft.relay(new LinkRequest(reference.parent(), reference.child(), reference.holdUntil()));
    }
    parents.arrived(draft, handoff, key);
    Replying.recorded(draft, published.publication(), fact, handoff.kind(), link);
  }

  private static Link unresolved(Handoff handoff) {
    return handoff.parent() == null ? Link.ROOT : Link.pending(handoff.parent());
  }

  private Reference reference(Published published, RowKey key, Instant recordedAt) {
    Handoff handoff = published.handoff();
    return handoff.parent() == null
        ? null
        : new Reference(
            handoff.parent(), child(published, key), recordedAt.plus(holdPolicy.time()));
  }

  private static Child child(Published published, RowKey key) {
    Handoff handoff = published.handoff();
    return new Child(
        handoff.session(),
        key.row(),
        handoff.id(),
        handoff.kind(),
        handoff.time().instant(),
        published.publication().publisher(),
        published.publication().claimToken(),
        handoff.evidence());
  }

  private static Place place(Handoff handoff, Instant recordedAt) {
    return handoff.succession() == null
        ? null
        : new Place(
            handoff.session(),
            handoff.succession(),
            LanePosition.of(handoff.succession(), handoff.time().instant(), recordedAt));
  }

  /** Takes its place among the handoffs of its session, and from the holder of the one before. */
  private void succeed(Draft draft, Place place, RowKey key, Child self) {
    Successions.predecessor(place, draft.state().lanes())
        .map(row -> new RowKey(key.session(), row))
        .ifPresent(predecessor -> leases.answered(draft, predecessor, self));
    if (place.mayBeFollowed()) {
      draft.change(new PutInLane(place.offered(), place.position(), key.row()));
    }
    if (place.follows()) {
      draft.change(new PutInLane(place.followers(), place.position(), key.row()));
    }
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
        publication.claimToken(),
        publication.traceparent());
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
      Replying.duplicate(draft, published.publication(), handoff, row);
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
                handoff.status(), published.publication().publisher(), handoff.rawHash(), null),
            handoff.artifact());
    draft.put(key, row.withStatus(handoff.status()));
    Replying.recorded(draft, published.publication(), fact, handoff.kind(), row.link());
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
    parents.arrivedAs(
        draft,
        new Candidate(handoff.session(), handoff.kind(), handoff.time().instant(), handoff.id()),
        handoff.rawHash());
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
