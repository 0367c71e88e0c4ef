package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.fold.Answer;
import dev.handoffledger.projections.fold.HandoffList;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.Rows;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The rows of one partition of the ledger, out of its stores. */
final class StoreRows implements Rows, Lanes {
  private final Function<String, ReadOnlyKeyValueStore<Bytes, byte[]>> stores;

  /**
   * @param stores gives the partition's store of a name
   */
  StoreRows(Function<String, ReadOnlyKeyValueStore<Bytes, byte[]>> stores) {
    this.stores = stores;
  }

  @Override
  public Optional<SessionRow> session(String session) {
    return get(StoreNames.SESSIONS, RowKeys.session(session)).map(RowCodec::session);
  }

  @Override
  public Optional<HandoffRow> handoff(String id) {
    return get(StoreNames.HANDOFFS, RowKeys.handoff(id)).map(RowCodec::handoff);
  }

  Optional<FactView> fact(String session, long seq) {
    return get(StoreNames.FACTS, RowKeys.fact(session, seq)).map(RowCodec::fact);
  }

  Optional<byte[]> body(String session, long seq) {
    return get(StoreNames.BODIES, RowKeys.fact(session, seq));
  }

  @Override
  public List<Fact> facts(String session, long fromSeq, long toSeq) {
    List<Fact> facts = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        stores
            .apply(StoreNames.FACTS)
            .range(RowKeys.fact(session, fromSeq), RowKeys.fact(session, toSeq))) {
      rows.forEachRemaining(row -> facts.add(RowCodec.fact(row.value).fact()));
    }
    return facts;
  }

  @Override
  public Optional<String> completingAnswer(String handoffId) {
    return answers(RowKeys.completingAnswersOf(handoffId), Optional::of, 1).stream()
        .map(Answer::id)
        .findFirst();
  }

  /**
   * The declared answers to a handoff that stand, those that complete it first, each by id.
   *
   * @param read what is to be known of an answer, or nothing if it is to be passed over
   * @param limit how many at most, those passed over not counted
   */
  <T> List<T> declaredAnswers(String handoffId, Function<Answer, Optional<T>> read, int limit) {
    return answers(
        RowKeys.answersOf(handoffId),
        answer -> answer.by() == Link.By.DECLARED ? read.apply(answer) : Optional.empty(),
        limit);
  }

  private <T> List<T> answers(Bytes beginning, Function<Answer, Optional<T>> read, int limit) {
    List<T> answers = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        stores.apply(StoreNames.ANSWERS).range(beginning, RowKeys.afterAllOf(beginning))) {
      while (answers.size() < limit && rows.hasNext()) {
        read.apply(RowCodec.answer(rows.next().value)).ifPresent(answers::add);
      }
    }
    return answers;
  }

  /** The offset of the last record read, or -1. */
  long offset(int partition) {
    return get(StoreNames.POSITIONS, RowKeys.position(partition))
        .map(RowKeys::readNumber)
        .orElse(-1L);
  }

  /** What waits for a role. */
  ListRow role(String role) {
    return get(StoreNames.ROLES, RowKeys.role(role)).map(ListRow::decode).orElse(ListRow.NONE);
  }

  /** What is on a list. */
  ListRow list(HandoffList list) {
    return get(StoreNames.LIST_SUMMARIES, RowKeys.role(list.name()))
        .map(ListRow::decode)
        .orElse(ListRow.NONE);
  }

  SessionState state(String session) {
    return countOpen(session, 1) > 0 ? SessionState.OPEN : SessionState.CLOSED;
  }

  /** How many handoffs of a session are open, counted no further than to a limit. */
  long countOpen(String session, long limit) {
    long count = 0;
    try (KeyValueIterator<Bytes, byte[]> open = open(session)) {
      while (count < limit && open.hasNext()) {
        open.next();
        count++;
      }
    }
    return count;
  }

  /** The ids of the open handoffs of a session, the oldest first. */
  List<String> openIn(String session, int limit) {
    List<String> ids = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> open = open(session)) {
      while (ids.size() < limit && open.hasNext()) {
        ids.add(RowCodec.text(open.next().value));
      }
    }
    return ids;
  }

  private KeyValueIterator<Bytes, byte[]> open(String session) {
    Optional<Long> first =
        get(StoreNames.OPEN_BY_SESSION, RowKeys.firstOpen(session)).map(RowKeys::readNumber);
    if (first.isEmpty() || first.get() == Long.MAX_VALUE) {
      return new NoRows();
    }
    Bytes end = RowKeys.afterAllOf(RowKeys.ofSession(session));
    return stores.apply(StoreNames.OPEN_BY_SESSION).range(RowKeys.fact(session, first.get()), end);
  }

  @Override
  public Lanes lanes() {
    return this;
  }

  @Override
  public Optional<Entry> before(Lane lane, LanePosition position) {
    Bytes until = RowKeys.inLane(lane, position);
    try (KeyValueIterator<Bytes, byte[]> rows =
        stores.apply(StoreNames.LANES).reverseRange(RowKeys.lane(lane), until)) {
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> row = rows.next();
        if (!row.key.equals(until)) {
          return Optional.of(entry(lane, row));
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<Entry> after(Lane lane, LanePosition position) {
    Bytes from = RowKeys.justAfter(RowKeys.inLane(lane, position));
    Bytes to = RowKeys.afterAllOf(RowKeys.lane(lane));
    try (KeyValueIterator<Bytes, byte[]> rows = stores.apply(StoreNames.LANES).range(from, to)) {
      return rows.hasNext() ? Optional.of(entry(lane, rows.next())) : Optional.empty();
    }
  }

  private static Entry entry(Lane lane, KeyValue<Bytes, byte[]> row) {
    return new Entry(RowKeys.positionInLane(lane, row.key), RowCodec.text(row.value));
  }

  private Optional<byte[]> get(String store, Bytes key) {
    return Optional.ofNullable(stores.apply(store).get(key));
  }
}
