package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.wire.Child;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A decision in the making: the state as it was, seen with the changes made so far. */
final class Draft {
  private static final Comparator<Candidate> BY_TIME_AND_ID =
      Comparator.comparing(Candidate::time).thenComparing(Candidate::id);

  private final LedgerState state;
  private final Instant at;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final List<StateChange> changes = new ArrayList<>();
  private final Map<String, SessionHead> headsBefore = new HashMap<>();
  private final Map<RowKey, Optional<HandoffRow>> rowsBefore = new HashMap<>();
  private final Map<RowKey, LeaseRow> leasesBefore = new HashMap<>();
  private final Map<String, SessionHead> heads = new LinkedHashMap<>();
  private final Map<RowKey, HandoffRow> rows = new LinkedHashMap<>();
  private final Map<RowKey, LeaseRow> leases = new LinkedHashMap<>();
  private final Map<RowKey, ReferenceRow> references = new LinkedHashMap<>();
  private final Map<RowKey, String> criteria = new LinkedHashMap<>();
  private final List<Candidate> candidates = new ArrayList<>();

  Draft(LedgerState state, Instant at) {
    this.state = state;
    this.at = at;
  }

  LedgerState state() {
    return state;
  }

  Instant at() {
    return at;
  }

  /** When a fact that is appended to the session now is recorded: never before the one before. */
  Instant recordedAt(String session) {
    Instant previous = head(session).recordedAt();
    return previous.isAfter(at) ? previous : at;
  }

  /** Appends a fact to the chain of its session. */
  Fact append(String session, String handoffId, Fact.Body body, byte[] artifact) {
    SessionHead head = head(session);
    Fact fact =
        FactCodec.next(
            head.chain(), session, head.seq() + 1, handoffId, recordedAt(session), body, artifact);
    heads.put(session, head.after(fact));
    facts.add(fact);
    return fact;
  }

  void send(Message message) {
    messages.add(message);
  }

  void relay(RelayEnvelope envelope) {
    send(new Message.ToRelay(envelope, at));
  }

  void change(StateChange change) {
    changes.add(change);
  }

  void put(RowKey key, HandoffRow row) {
    rows.put(key, row);
  }

  void put(RowKey key, LeaseRow row) {
    leases.put(key, row);
  }

  void put(ReferenceRow row) {
    references.put(row.reference().childKey(), row);
    String session = row.reference().parent().session();
    SessionHead head = head(session);
    if (!head.referredTo()) {
      heads.put(session, head.whenReferredTo());
    }
  }

  void put(StateChange.PutCriteria put) {
    criteria.put(put.key(), put.criteria());
    change(put);
  }

  Optional<String> criteria(RowKey key) {
    String added = criteria.get(key);
    return added == null ? state.criteria(key) : Optional.of(added);
  }

  void putSibling(RowKey parent, Child child) {
    change(new StateChange.PutSibling(parent, child));
  }

  void deleteSibling(RowKey parent, Child child) {
    change(new StateChange.DeleteSibling(parent, child));
  }

  List<Child> siblings(RowKey parent, String kind) {
    List<Child> siblings = new ArrayList<>(state.siblings(parent, kind));
    for (StateChange change : changes) {
      if (change instanceof StateChange.PutSibling put
          && put.parent().equals(parent)
          && put.child().kind().equals(kind)) {
        siblings.remove(put.child());
        siblings.add(put.child());
      } else if (change instanceof StateChange.DeleteSibling delete
          && delete.parent().equals(parent)) {
        siblings.remove(delete.child());
      }
    }
    return siblings;
  }

  void put(Candidate candidate) {
    candidates.add(candidate);
    change(new StateChange.PutCandidate(candidate));
  }

  Optional<HandoffRow> handoff(RowKey key) {
    HandoffRow row = rows.get(key);
    return row == null ? rowsBefore.computeIfAbsent(key, this::handoffBefore) : Optional.of(row);
  }

  private Optional<HandoffRow> handoffBefore(RowKey key) {
    return hadNone(key.session()) ? Optional.empty() : state.handoff(key);
  }

  LeaseRow lease(RowKey key) {
    LeaseRow row = leases.get(key);
    return row == null
        ? leasesBefore.computeIfAbsent(key, any -> state.lease(any).orElse(LeaseRow.NONE))
        : row;
  }

  /** A reference as it stands now: its link may have changed since it was listed. */
  ReferenceRow now(ReferenceRow listed) {
    return references.getOrDefault(listed.reference().childKey(), listed);
  }

  Optional<ReferenceRow> reference(Reference reference) {
    ReferenceRow row = references.get(reference.childKey());
    if (row != null) {
      return Optional.of(row);
    }
    return wasReferredTo(reference.parent().session())
        ? state.reference(reference)
        : Optional.empty();
  }

  /** Whether {@link #state} has any reference to the session. */
  boolean wasReferredTo(String session) {
    return headBefore(session).referredTo();
  }

  List<Candidate> candidatesUpTo(String session, String kind, Instant time, int atMost) {
    return Stream.concat(
            before(session, () -> state.candidatesUpTo(session, kind, time, atMost)),
            added(session, kind).filter(candidate -> !candidate.time().isAfter(time)))
        .sorted(BY_TIME_AND_ID.reversed())
        .limit(atMost)
        .toList();
  }

  List<Candidate> candidatesAfter(String session, String kind, Instant time, int atMost) {
    return Stream.concat(
            before(session, () -> state.candidatesAfter(session, kind, time, atMost)),
            added(session, kind).filter(candidate -> candidate.time().isAfter(time)))
        .sorted(BY_TIME_AND_ID)
        .limit(atMost)
        .toList();
  }

  private Stream<Candidate> before(String session, Supplier<List<Candidate>> candidates) {
    return hadNone(session) ? Stream.empty() : candidates.get().stream();
  }

  /** Whether {@link #state} has no handoff of the session. */
  private boolean hadNone(String session) {
    return headBefore(session).seq() == 0;
  }

  private Stream<Candidate> added(String session, String kind) {
    return candidates.stream()
        .filter(candidate -> candidate.session().equals(session) && candidate.kind().equals(kind));
  }

  private SessionHead head(String session) {
    SessionHead head = heads.get(session);
    return head == null ? headBefore(session) : head;
  }

  private SessionHead headBefore(String session) {
    return headsBefore.computeIfAbsent(session, state::head);
  }

  Decision decision() {
    List<StateChange> all = new ArrayList<>(changes);
    rows.forEach((key, row) -> all.add(new StateChange.PutHandoff(key, row)));
    leases.forEach((key, row) -> all.add(new StateChange.PutLease(key, row)));
    references.values().forEach(row -> all.add(new StateChange.PutReference(row)));
    heads.forEach((session, head) -> all.add(new StateChange.PutHead(session, head)));
    return new Decision(facts, messages, all);
  }
}
