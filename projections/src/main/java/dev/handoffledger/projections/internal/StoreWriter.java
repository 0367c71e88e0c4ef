package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.fold.Answer;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.RowChange;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.schemas.fact.Fact;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Makes changes in the stores of one partition of the ledger. */
final class StoreWriter {
  private static final byte[] NOTHING = {};

  private final KeyValueStore<Bytes, byte[]> facts;
  private final KeyValueStore<Bytes, byte[]> bodies;
  private final KeyValueStore<Bytes, byte[]> sessions;
  private final KeyValueStore<Bytes, byte[]> sessionsByTime;
  private final KeyValueStore<Bytes, byte[]> handoffs;
  private final KeyValueStore<Bytes, byte[]> answers;
  private final KeyValueStore<Bytes, byte[]> lanes;
  private final NamedLists openByRole;
  private final KeyValueStore<Bytes, byte[]> openBySession;
  private final NamedLists lists;
  private final KeyValueStore<Bytes, byte[]> roles;
  private final KeyValueStore<Bytes, byte[]> positions;

  StoreWriter(Function<String, KeyValueStore<Bytes, byte[]>> stores) {
    facts = stores.apply(StoreNames.FACTS);
    bodies = stores.apply(StoreNames.BODIES);
    sessions = stores.apply(StoreNames.SESSIONS);
    sessionsByTime = stores.apply(StoreNames.SESSIONS_BY_TIME);
    handoffs = stores.apply(StoreNames.HANDOFFS);
    answers = stores.apply(StoreNames.ANSWERS);
    lanes = stores.apply(StoreNames.LANES);
    openBySession = stores.apply(StoreNames.OPEN_BY_SESSION);
    roles = stores.apply(StoreNames.ROLES);
    openByRole = new NamedLists(stores.apply(StoreNames.OPEN_BY_ROLE), roles);
    lists = new NamedLists(stores.apply(StoreNames.LISTS), stores.apply(StoreNames.LIST_SUMMARIES));
    positions = stores.apply(StoreNames.POSITIONS);
  }

  void keep(Fact fact, int partition, long offset) {
    Bytes key = RowKeys.fact(fact.session(), fact.seq());
    bodies.put(key, fact.value());
    facts.put(key, RowCodec.fact(fact, partition, offset));
  }

  void make(RowChange change) {
    if (change instanceof RowChange.PutHandoff put) {
      handoffs.put(RowKeys.handoff(put.row().id()), RowCodec.handoff(put.row()));
      put.row()
          .rolesNow()
          .forEach(role -> roles.putIfAbsent(RowKeys.role(role), ListRow.NONE.encode()));
    } else if (change instanceof RowChange.PutInLane put) {
      lanes.put(RowKeys.inLane(put.lane(), put.position()), RowCodec.text(put.id()));
    } else if (change instanceof RowChange.PutAnswer put) {
      answers.put(key(put.handoffId(), put.answer()), RowCodec.answer(put.answer()));
    } else if (change instanceof RowChange.DeleteAnswer delete) {
      answers.delete(key(delete.handoffId(), delete.answer()));
    } else if (change instanceof RowChange.Enlist enlist) {
      enlist(enlist);
    } else if (change instanceof RowChange.PutSession put) {
      sessions.put(RowKeys.session(put.row().session()), RowCodec.session(put.row()));
    } else if (change instanceof RowChange.Open open) {
      open(open.row());
    } else if (change instanceof RowChange.Close close) {
      close(close.row());
    }
  }

  private void open(HandoffRow row) {
    openBySession.put(RowKeys.fact(row.session(), row.seq()), RowCodec.text(row.id()));
    if (row.seq() < firstOpen(row.session())) {
      openBySession.put(RowKeys.firstOpen(row.session()), RowKeys.number(row.seq()));
    }
    for (String role : row.rolesEver()) {
      Bytes key = RowKeys.open(role, row.recordedAt(), row.session(), row.seq());
      if (row.rolesNow().contains(role)) {
        openByRole.enter(role, key, RowCodec.open(OpenEntry.of(row)));
      } else {
        openByRole.leave(role, key);
      }
    }
  }

  private static Bytes key(String handoffId, Answer answer) {
    return RowKeys.answer(handoffId, answer.completes(), answer.id());
  }

  private void enlist(RowChange.Enlist enlist) {
    HandoffRow row = enlist.row();
    String list = enlist.list().name();
    Bytes key = RowKeys.open(list, row.recordedAt(), row.session(), row.seq());
    if (enlist.listed()) {
      lists.enter(list, key, RowCodec.text(row.id()));
    } else {
      lists.leave(list, key);
    }
  }

  private void close(HandoffRow row) {
    Bytes inSession = RowKeys.fact(row.session(), row.seq());
    if (openBySession.get(inSession) != null) {
      openBySession.delete(inSession);
      if (row.seq() == firstOpen(row.session())) {
        openBySession.put(
            RowKeys.firstOpen(row.session()), RowKeys.number(nextOpen(row.session(), row.seq())));
      }
    }
    for (String role : row.rolesEver()) {
      openByRole.leave(role, RowKeys.open(role, row.recordedAt(), row.session(), row.seq()));
    }
  }

  private long firstOpen(String session) {
    byte[] first = openBySession.get(RowKeys.firstOpen(session));
    return first == null ? Long.MAX_VALUE : RowKeys.readNumber(first);
  }

  private long nextOpen(String session, long after) {
    Bytes end = RowKeys.afterAllOf(RowKeys.ofSession(session));
    try (KeyValueIterator<Bytes, byte[]> rows =
        openBySession.range(RowKeys.fact(session, after), end)) {
      return rows.hasNext() ? RowKeys.seqOfFact(session, rows.next().key) : Long.MAX_VALUE;
    }
  }

  /**
   * Moves a session to its place by time. The new entry is there before the old one goes, so that a
   * reader never finds the session nowhere.
   *
   * @param before null for a new session
   */
  void list(SessionRow before, SessionState stateBefore, SessionRow after, SessionState state) {
    Bytes place = place(after, state);
    sessionsByTime.put(place, NOTHING);
    if (before != null) {
      Bytes old = place(before, stateBefore);
      if (!old.equals(place)) {
        sessionsByTime.delete(old);
      }
    }
  }

  private static Bytes place(SessionRow row, SessionState state) {
    return RowKeys.sessionByTime(row.format(), state, row.lastRecordedAt(), row.session());
  }

  void reached(int partition, long offset) {
    positions.put(RowKeys.position(partition), RowKeys.number(offset));
  }

  /**
   * Counts the open handoffs of each role anew. After a crash, at-least-once leaves each store
   * where it happened to be: what is put again comes right, a sum does not.
   */
  void recountLists() {
    openByRole.recount();
    lists.recount();
  }
}
