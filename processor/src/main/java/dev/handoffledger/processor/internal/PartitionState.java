package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Candidate;
import dev.handoffledger.processor.decide.HandoffRow;
import dev.handoffledger.processor.decide.HeldHandoff;
import dev.handoffledger.processor.decide.LedgerState;
import dev.handoffledger.processor.decide.Reference;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.processor.decide.SessionHead;
import dev.handoffledger.processor.decide.StateChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** {@link LedgerState} on the stores of one partition, and the changes of it. */
final class PartitionState implements LedgerState {
  private final Predicate<String> isLocal;
  private final KeyValueStore<Bytes, byte[]> sessions;
  private final KeyValueStore<Bytes, byte[]> held;

  /**
   * @param isLocal whether a session belongs to this partition
   * @param sessions small rows
   * @param held rows with an artifact in them
   */
  PartitionState(
      Predicate<String> isLocal,
      KeyValueStore<Bytes, byte[]> sessions,
      KeyValueStore<Bytes, byte[]> held) {
    this.isLocal = isLocal;
    this.sessions = sessions;
    this.held = held;
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
  public List<Reference> referencesBetween(String session, String kind, Instant from, Instant to) {
    return references(StateKeys.referencesBetween(session, kind, from, to));
  }

  @Override
  public List<Reference> referencesToHash(String session, String kind, String hash) {
    return references(StateKeys.referencesToHash(session, kind, hash));
  }

  @Override
  public List<Reference> referencesToNaturalKey(String session, String naturalKey) {
    return references(StateKeys.referencesToNaturalKey(session, naturalKey));
  }

  @Override
  public List<Reference> unjudgedReferences(String session, String kind) {
    return references(StateKeys.unjudgedReferences(session, kind));
  }

  @Override
  public Optional<Reference> awaiting(RowKey child) {
    return Optional.ofNullable(sessions.get(StateKeys.awaiting(child))).map(StateRows::reference);
  }

  @Override
  public Optional<HeldHandoff> held(RowKey key) {
    return Optional.ofNullable(held.get(StateKeys.held(key))).map(StateRows::held);
  }

  /** The handoffs whose hold ends at or before a time, the earliest first. */
  List<RowKey> due(Instant time, int atMost) {
    StateKeys.Range range = StateKeys.deadlinesUpTo(time);
    try (KeyValueIterator<Bytes, byte[]> rows = sessions.range(range.from(), range.to())) {
      return list(rows, atMost, (key, row) -> StateRows.rowKey(row));
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
    } else if (change instanceof StateChange.PutReference put) {
      sessions.put(StateKeys.reference(put.reference()), StateRows.encode(put.reference()));
    } else if (change instanceof StateChange.DeleteReference delete) {
      sessions.delete(StateKeys.reference(delete.reference()));
    } else if (change instanceof StateChange.PutUnjudged put) {
      sessions.put(StateKeys.unjudged(put.reference()), StateRows.encode(put.reference()));
    } else if (change instanceof StateChange.DeleteUnjudged delete) {
      sessions.delete(StateKeys.unjudged(delete.reference()));
    } else if (change instanceof StateChange.PutAwaiting put) {
      Reference reference = put.reference();
      sessions.put(StateKeys.awaiting(reference.child()), StateRows.encode(reference));
      sessions.put(StateKeys.deadline(reference), StateRows.encode(reference.child()));
    } else if (change instanceof StateChange.DeleteAwaiting delete) {
      sessions.delete(StateKeys.awaiting(delete.reference().child()));
      sessions.delete(StateKeys.deadline(delete.reference()));
    } else if (change instanceof StateChange.PutHeld put) {
      held.put(StateKeys.held(put.key()), StateRows.encode(put.held()));
    } else if (change instanceof StateChange.DeleteHeld delete) {
      held.delete(StateKeys.held(delete.key()));
    }
  }

  private List<Reference> references(StateKeys.Range range) {
    try (KeyValueIterator<Bytes, byte[]> rows = sessions.range(range.from(), range.to())) {
      return list(rows, Integer.MAX_VALUE, (key, row) -> StateRows.reference(row));
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
