package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Lanes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows in memory, each kind in a map of its own, as stores keep them. */
final class MemoryRows implements Rows, Lanes {
  final Map<String, NavigableMap<Long, Fact>> facts;
  final Map<String, SessionRow> sessions;
  final Map<String, HandoffRow> handoffs;
  final Map<Lane, NavigableMap<LanePosition, String>> lanes;
  final Map<String, NavigableSet<String>> answers;
  final NavigableSet<String> open;
  final Map<HandoffList, NavigableSet<String>> lists = new EnumMap<>(HandoffList.class);

  MemoryRows() {
    this(
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new TreeSet<>());
  }

  private MemoryRows(
      Map<String, NavigableMap<Long, Fact>> facts,
      Map<String, SessionRow> sessions,
      Map<String, HandoffRow> handoffs,
      Map<Lane, NavigableMap<LanePosition, String>> lanes,
      Map<String, NavigableSet<String>> answers,
      NavigableSet<String> open) {
    this.facts = facts;
    this.sessions = sessions;
    this.handoffs = handoffs;
    this.lanes = lanes;
    this.answers = answers;
    this.open = open;
  }

  static MemoryRows of(List<Fact> ledger) {
    MemoryRows rows = new MemoryRows();
    ledger.forEach(rows::fold);
    return rows;
  }

  /** Rows of which each kind is as old as another instance's, as after a crash. */
  static MemoryRows torn(
      MemoryRows facts,
      MemoryRows sessions,
      MemoryRows handoffs,
      MemoryRows lanes,
      MemoryRows answers,
      MemoryRows open) {
    return new MemoryRows(
        facts.facts, sessions.sessions, handoffs.handoffs, lanes.lanes, answers.answers, open.open);
  }

  void fold(Fact fact) {
    facts.computeIfAbsent(fact.session(), session -> new TreeMap<>()).put(fact.seq(), fact);
    LedgerFold.enter(this, fact).forEach(this::make);
    LedgerFold.settle(this, fact).forEach(this::make);
  }

  private void make(RowChange change) {
    if (change instanceof RowChange.PutSession put) {
      sessions.put(put.row().session(), put.row());
    } else if (change instanceof RowChange.PutHandoff put) {
      handoffs.put(put.row().id(), put.row());
    } else if (change instanceof RowChange.PutInLane put) {
      lanes.computeIfAbsent(put.lane(), lane -> new TreeMap<>()).put(put.position(), put.id());
    } else if (change instanceof RowChange.PutAnswer put) {
      if (put.answer().completes()) {
        answers.computeIfAbsent(put.handoffId(), id -> new TreeSet<>()).add(put.answer().id());
      }
    } else if (change instanceof RowChange.DeleteAnswer delete) {
      answers
          .computeIfAbsent(delete.handoffId(), id -> new TreeSet<>())
          .remove(delete.answer().id());
    } else if (change instanceof RowChange.Enlist enlist) {
      NavigableSet<String> list = lists.computeIfAbsent(enlist.list(), unused -> new TreeSet<>());
      if (enlist.listed()) {
        list.add(enlist.row().id());
      } else {
        list.remove(enlist.row().id());
      }
    } else if (change instanceof RowChange.Open opened) {
      open.add(opened.row().id());
    } else if (change instanceof RowChange.Close closed) {
      open.remove(closed.row().id());
    }
  }

  @Override
  public Optional<SessionRow> session(String session) {
    return Optional.ofNullable(sessions.get(session));
  }

  @Override
  public Optional<HandoffRow> handoff(String id) {
    return Optional.ofNullable(handoffs.get(id));
  }

  @Override
  public List<Fact> facts(String session, long fromSeq, long toSeq) {
    return new ArrayList<>(
        facts.getOrDefault(session, new TreeMap<>()).subMap(fromSeq, true, toSeq, true).values());
  }

  @Override
  public Optional<String> completingAnswer(String handoffId) {
    return Optional.ofNullable(answers.get(handoffId))
        .filter(standing -> !standing.isEmpty())
        .map(NavigableSet::first);
  }

  @Override
  public Lanes lanes() {
    return this;
  }

  @Override
  public Optional<Entry> before(Lane lane, LanePosition position) {
    return entry(entries(lane).lowerEntry(position));
  }

  @Override
  public Optional<Entry> after(Lane lane, LanePosition position) {
    return entry(entries(lane).higherEntry(position));
  }

  private NavigableMap<LanePosition, String> entries(Lane lane) {
    return lanes.getOrDefault(lane, new TreeMap<>());
  }

  private static Optional<Entry> entry(Map.Entry<LanePosition, String> entry) {
    return Optional.ofNullable(entry).map(found -> new Entry(found.getKey(), found.getValue()));
  }
}
