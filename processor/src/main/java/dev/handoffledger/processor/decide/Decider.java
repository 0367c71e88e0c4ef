package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.Input.HoldOver;
import dev.handoffledger.processor.decide.Input.Published;
import dev.handoffledger.processor.decide.StateChange.PutRawHash;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.wire.Publication;
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
      Holding.holdOver(draft, holdOver.key());
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
      Holding.route(draft, fact);
    } else {
      Holding.routeOrHold(draft, holdPolicy, fact, reference, link);
      Linking.remember(draft, reference, link);
      Linking.answer(draft, reference, link, false);
    }
    Linking.becomeParent(draft, handoff);
    Replying.recorded(draft, published.publication(), fact, handoff.kind(), link);
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
                handoff.status(), published.publication().publisher(), handoff.rawHash()),
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
    Linking.matchByHash(
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
