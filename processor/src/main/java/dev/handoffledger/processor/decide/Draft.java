package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Map<String, SessionHead> heads = new LinkedHashMap<>();
  private final Map<RowKey, HandoffRow> rows = new LinkedHashMap<>();
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
    heads.put(session, new SessionHead(fact.seq(), fact.chain(), fact.recordedAt()));
    facts.add(fact);
    return fact;
  }

  void send(Message message) {
    messages.add(message);
  }

  void change(StateChange change) {
    changes.add(change);
  }

  void put(RowKey key, HandoffRow row) {
    rows.put(key, row);
  }

  void put(Candidate candidate) {
    candidates.add(candidate);
    change(new StateChange.PutCandidate(candidate));
  }

  Optional<HandoffRow> handoff(RowKey key) {
    HandoffRow row = rows.get(key);
    return row == null ? state.handoff(key) : Optional.of(row);
  }

  List<Candidate> candidatesUpTo(String session, String kind, Instant time, int atMost) {
    return Stream.concat(
            state.candidatesUpTo(session, kind, time, atMost).stream(),
            added(session, kind).filter(candidate -> !candidate.time().isAfter(time)))
        .sorted(BY_TIME_AND_ID.reversed())
        .limit(atMost)
        .toList();
  }

  List<Candidate> candidatesAfter(String session, String kind, Instant time, int atMost) {
    return Stream.concat(
            state.candidatesAfter(session, kind, time, atMost).stream(),
            added(session, kind).filter(candidate -> candidate.time().isAfter(time)))
        .sorted(BY_TIME_AND_ID)
        .limit(atMost)
        .toList();
  }

  private Stream<Candidate> added(String session, String kind) {
    return candidates.stream()
        .filter(candidate -> candidate.session().equals(session) && candidate.kind().equals(kind));
  }

  private SessionHead head(String session) {
    SessionHead head = heads.get(session);
    return head == null ? state.head(session) : head;
  }

  Decision decision() {
    List<StateChange> all = new ArrayList<>(changes);
    rows.forEach((key, row) -> all.add(new StateChange.PutHandoff(key, row)));
    heads.forEach((session, head) -> all.add(new StateChange.PutHead(session, head)));
    return new Decision(facts, messages, all);
  }
}
