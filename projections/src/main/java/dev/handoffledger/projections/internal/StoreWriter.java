package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.RowChange;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.schemas.fact.Fact;
import java.util.HashMap;
import java.util.Map;
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
  private final KeyValueStore<Bytes, byte[]> openByRole;
  private final KeyValueStore<Bytes, byte[]> openBySession;
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
    openByRole = stores.apply(StoreNames.OPEN_BY_ROLE);
    openBySession = stores.apply(StoreNames.OPEN_BY_SESSION);
    roles = stores.apply(StoreNames.ROLES);
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
          .roles()
          .forEach(role -> roles.putIfAbsent(RowKeys.role(role), RoleRow.NONE.encode()));
    } else if (change instanceof RowChange.PutInLane put) {
      lanes.put(RowKeys.inLane(put.lane(), put.position()), RowCodec.text(put.id()));
    } else if (change instanceof RowChange.PutAnswer put) {
      answers.put(RowKeys.answer(put.handoffId(), put.answerId()), RowCodec.text(put.answerId()));
    } else if (change instanceof RowChange.DeleteAnswer delete) {
      answers.delete(RowKeys.answer(delete.handoffId(), delete.answerId()));
    } else if (change instanceof RowChange.PutSession put) {
      sessions.put(RowKeys.session(put.row().session()), RowCodec.session(put.row()));
    } else if (change instanceof RowChange.Open open) {
      open(open.row());
    } else if (change instanceof RowChange.Close close) {
      close(close.row());
    }
  }

  private void open(HandoffRow row) {
    byte[] id = RowCodec.text(row.id());
    openBySession.put(RowKeys.fact(row.session(), row.seq()), id);
    if (row.seq() < firstOpen(row.session())) {
      openBySession.put(RowKeys.firstOpen(row.session()), RowKeys.number(row.seq()));
    }
    for (String role : row.roles()) {
      Bytes key = RowKeys.open(role, row.recordedAt(), row.session(), row.seq());
      if (openByRole.putIfAbsent(key, id) == null) {
        put(role, role(role).opened(place(role, key)));
      }
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
    for (String role : row.roles()) {
      Bytes key = RowKeys.open(role, row.recordedAt(), row.session(), row.seq());
      if (openByRole.get(key) != null) {
        openByRole.delete(key);
        RoleRow before = role(role);
        boolean wasOldest = place(role, key).equals(before.oldest());
        put(role, before.closed(wasOldest ? nextOpen(role, key) : before.oldest()));
      }
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

  private Bytes nextOpen(String role, Bytes after) {
    try (KeyValueIterator<Bytes, byte[]> rows =
        openByRole.range(after, RowKeys.afterAllOf(RowKeys.openOf(role)))) {
      return rows.hasNext() ? place(role, rows.next().key) : null;
    }
  }

  private static Bytes place(String role, Bytes key) {
    return Bytes.wrap(RowKeys.placeAmongOpen(role, key));
  }

  private RoleRow role(String role) {
    byte[] row = roles.get(RowKeys.role(role));
    return row == null ? RoleRow.NONE : RoleRow.decode(row);
  }

  private void put(String role, RoleRow row) {
    roles.put(RowKeys.role(role), row.encode());
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
  void recountRoles() {
    Map<String, RoleRow> counted = new HashMap<>();
    try (KeyValueIterator<Bytes, byte[]> rows = roles.all()) {
      rows.forEachRemaining(row -> counted.put(RowCodec.text(row.key.get()), RoleRow.NONE));
    }
    try (KeyValueIterator<Bytes, byte[]> rows = openByRole.all()) {
      rows.forEachRemaining(
          row -> {
            String role = RowKeys.roleOfOpen(row.key);
            counted.put(
                role, counted.getOrDefault(role, RoleRow.NONE).opened(place(role, row.key)));
          });
    }
    counted.forEach(
        (role, row) -> {
          if (!row.equals(role(role))) {
            put(role, row);
          }
        });
  }
}
