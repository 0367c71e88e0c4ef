package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Candidate;
import dev.handoffledger.processor.decide.Deadline;
import dev.handoffledger.processor.decide.HandoffRow;
import dev.handoffledger.processor.decide.HeldHandoff;
import dev.handoffledger.processor.decide.LeaseRow;
import dev.handoffledger.processor.decide.LedgerState;
import dev.handoffledger.processor.decide.Reference;
import dev.handoffledger.processor.decide.ReferenceRow;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.processor.decide.SessionHead;
import dev.handoffledger.processor.decide.StateChange;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Lanes;
import dev.handoffledger.schemas.wire.Child;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** {@link LedgerState} on the stores of one partition, and the changes of it. */
final class PartitionState implements LedgerState, Lanes {
  private final Predicate<String> isLocal;
  private final KeyValueStore<Bytes, byte[]> sessions;
  private final KeyValueStore<Bytes, byte[]> bodies;

  /**
   * @param isLocal whether a session belongs to this partition
   * @param sessions small rows
   * @param bodies rows that may be large: artifacts that are held, and what answers are held
   *     against
   */
  PartitionState(
      Predicate<String> isLocal,
      KeyValueStore<Bytes, byte[]> sessions,
      KeyValueStore<Bytes, byte[]> bodies) {
    this.isLocal = isLocal;
    this.sessions = sessions;
    this.bodies = bodies;
  }

  @Override
  public boolean isLocal(String session) {
    return isLocal.test(session);
  }

  @Override
  public SessionHead head(String session) {
    byte[] row = sessions.get(StateKeys.head(session));
    return row == null ? SessionHead.EMPTY : StateRows.head(row);
  }

  @Override
  public Optional<HandoffRow> handoff(RowKey key) {
    return Optional.ofNullable(sessions.get(StateKeys.handoff(key))).map(StateRows::handoff);
  }

  @Override
  public Optional<LeaseRow> lease(RowKey key) {
    return Optional.ofNullable(sessions.get(StateKeys.lease(key))).map(StateRows::lease);
  }

  @Override
  public List<Candidate> candidatesUpTo(String session, String kind, Instant time, int atMost) {
    StateKeys.Range range = StateKeys.candidatesUpTo(session, kind, time);
    try (KeyValueIterator<Bytes, byte[]> rows = sessions.reverseRange(range.from(), range.to())) {
      return list(rows, atMost, (key, row) -> StateKeys.candidate(session, kind, key));
    }
  }

  @Override
  public List<Candidate> candidatesAfter(String session, String kind, Instant time, int atMost) {
    StateKeys.Range range = StateKeys.candidatesAfter(session, kind, time);
    try (KeyValueIterator<Bytes, byte[]> rows = sessions.range(range.from(), range.to())) {
      return list(rows, atMost, (key, row) -> StateKeys.candidate(session, kind, key));
    }
  }

  @Override
  public Optional<String> idByRawHash(String session, String kind, String rawHash) {
    return Optional.ofNullable(sessions.get(StateKeys.rawHash(session, kind, rawHash)))
        .map(StateRows::id);
  }

  @Override
  public Optional<String> criteria(RowKey key) {
    return Optional.ofNullable(bodies.get(StateKeys.criteria(key)))
        .map(criteria -> new String(criteria, StandardCharsets.UTF_8));
  }

  @Override
  public Optional<ReferenceRow> reference(Reference reference) {
    return Optional.ofNullable(sessions.get(StateKeys.reference(reference)))
        .map(StateRows::referenceRow);
  }

  @Override
  public List<ReferenceRow> referencesBetween(
      String session, String kind, Instant from, Instant to) {
    return references(StateKeys.referencesBetween(session, kind, from, to));
  }

  @Override
  public List<ReferenceRow> referencesToHash(String session, String kind, String hash) {
    return references(StateKeys.referencesToHash(session, kind, hash));
  }

  @Override
  public List<ReferenceRow> referencesToNaturalKey(String session, String naturalKey) {
    return references(StateKeys.referencesToNaturalKey(session, naturalKey));
  }

  @Override
  public List<Reference> unjudgedReferences(String session, String kind) {
    return all(StateKeys.unjudgedReferences(session, kind), StateRows::reference);
  }

  @Override
  public List<Child> siblings(RowKey parent, String kind) {
    return all(StateKeys.siblingsOf(parent, kind), StateRows::child);
  }

  @Override
  public Optional<Reference> awaiting(RowKey child) {
    return Optional.ofNullable(sessions.get(StateKeys.awaiting(child))).map(StateRows::reference);
  }

  @Override
  public Optional<HeldHandoff> held(RowKey key) {
    return Optional.ofNullable(bodies.get(StateKeys.held(key))).map(StateRows::held);
  }

  @Override
  public Lanes lanes() {
    return this;
  }

  @Override
  public Optional<Entry> before(Lane lane, LanePosition position) {
    Bytes until = StateKeys.inLane(lane, position);
    try (KeyValueIterator<Bytes, byte[]> rows =
        sessions.reverseRange(StateKeys.beginningOf(lane), until)) {
      return list(rows, 2, (key, row) -> entry(lane, key, row)).stream()
          .filter(entry -> !entry.position().equals(position))
          .findFirst();
    }
  }

  @Override
  public Optional<Entry> after(Lane lane, LanePosition position) {
    try (KeyValueIterator<Bytes, byte[]> rows =
        sessions.range(StateKeys.inLane(lane, position), StateKeys.endOf(lane))) {
      return list(rows, 2, (key, row) -> entry(lane, key, row)).stream()
          .filter(entry -> !entry.position().equals(position))
          .findFirst();
    }
  }

  private static Entry entry(Lane lane, Bytes key, byte[] row) {
    return new Entry(StateKeys.position(lane, key), new String(row, StandardCharsets.UTF_8));
  }

  /** What is due at or before a time, the earliest first. */
  List<Deadline> due(Instant time, int atMost) {
    StateKeys.Range range = StateKeys.deadlinesUpTo(time);
    try (KeyValueIterator<Bytes, byte[]> rows = sessions.range(range.from(), range.to())) {
      return list(rows, atMost, (key, row) -> StateRows.deadline(row));
    }
  }

  void apply(StateChange change) {
    if (change instanceof StateChange.PutHead put) {
      sessions.put(StateKeys.head(put.session()), StateRows.encode(put.head()));
    } else if (change instanceof StateChange.PutHandoff put) {
      sessions.put(StateKeys.handoff(put.key()), StateRows.encode(put.row()));
    } else if (change instanceof StateChange.PutCandidate put) {
      sessions.put(StateKeys.candidate(put.candidate()), StateRows.encodeId(put.candidate().id()));
    } else if (change instanceof StateChange.PutRawHash put) {
      sessions.put(
          StateKeys.rawHash(put.session(), put.kind(), put.rawHash()),
          StateRows.encodeId(put.id()));
    } else if (change instanceof StateChange.PutLease put) {
      sessions.put(StateKeys.lease(put.key()), StateRows.encode(put.row()));
    } else if (change instanceof StateChange.PutCriteria put) {
      bodies.put(StateKeys.criteria(put.key()), put.criteria().getBytes(StandardCharsets.UTF_8));
    } else if (change instanceof StateChange.PutInLane put) {
      sessions.put(
          StateKeys.inLane(put.lane(), put.position()), put.row().getBytes(StandardCharsets.UTF_8));
    } else if (change instanceof StateChange.PutReference put) {
      sessions.put(StateKeys.reference(put.row().reference()), StateRows.encode(put.row()));
    } else if (change instanceof StateChange.PutSibling put) {
      sessions.put(StateKeys.sibling(put.parent(), put.child()), StateRows.encode(put.child()));
    } else if (change instanceof StateChange.DeleteSibling delete) {
      sessions.delete(StateKeys.sibling(delete.parent(), delete.child()));
    } else if (change instanceof StateChange.PutUnjudged put) {
      sessions.put(StateKeys.unjudged(put.reference()), StateRows.encode(put.reference()));
    } else if (change instanceof StateChange.DeleteUnjudged delete) {
      sessions.delete(StateKeys.unjudged(delete.reference()));
    } else if (change instanceof StateChange.PutAwaiting put) {
      sessions.put(StateKeys.awaiting(key(put.reference())), StateRows.encode(put.reference()));
    } else if (change instanceof StateChange.DeleteAwaiting delete) {
      sessions.delete(StateKeys.awaiting(key(delete.reference())));
    } else if (change instanceof StateChange.PutDeadline put) {
      sessions.put(StateKeys.deadline(put.deadline()), StateRows.encode(put.deadline()));
    } else if (change instanceof StateChange.DeleteDeadline delete) {
      sessions.delete(StateKeys.deadline(delete.deadline()));
    } else if (change instanceof StateChange.PutHeld put) {
      bodies.put(StateKeys.held(put.key()), StateRows.encode(put.held()));
    } else if (change instanceof StateChange.DeleteHeld delete) {
      bodies.delete(StateKeys.held(delete.key()));
    }
  }

  private static RowKey key(Reference reference) {
    return new RowKey(reference.child().session(), reference.child().row());
  }

  private List<ReferenceRow> references(StateKeys.Range range) {
    return all(range, StateRows::referenceRow);
  }

  private <T> List<T> all(StateKeys.Range range, Function<byte[], T> read) {
    try (KeyValueIterator<Bytes, byte[]> rows = sessions.range(range.from(), range.to())) {
      return list(rows, Integer.MAX_VALUE, (key, row) -> read.apply(row));
    }
  }

  private static <T> List<T> list(
      KeyValueIterator<Bytes, byte[]> rows, int atMost, BiFunction<Bytes, byte[], T> read) {
    List<T> list = new ArrayList<>();
    while (list.size() < atMost && rows.hasNext()) {
      var row = rows.next();
      list.add(read.apply(row.key, row.value));
    }
    return list;
  }
}
