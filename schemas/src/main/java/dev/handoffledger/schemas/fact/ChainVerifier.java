package dev.handoffledger.schemas.fact;

import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the records of the ledger against the guarantee OneChain: in every session seq 1, 2, 3, …
 * without gap or fork, each fact committed to by its chain, recorded times that never go back, and
 * every handoff recorded once.
 *
 * <p>What one record breaks is told once, and not again of the records after it: of two branches
 * either may go on, and after a fact that its chain does not commit to, the next one may commit to
 * what it says or to what it should have said.
 *
 * <p>Takes the records of a partition in order; partitions may be mixed. Keeps a few words per
 * session and per handoff. Not thread-safe.
 */
public final class ChainVerifier {

  private record Head(long seq, String chain, long recordedAt) {}

  /**
   * Where the next fact of a session may go on.
   *
   * @param other of the same seq, where it may go on as well; or null
   */
  private record Heads(Head main, Head other) {}

  private static final Heads START = new Heads(new Head(0, FactChain.START, Long.MIN_VALUE), null);

  private final Map<String, Heads> heads = new HashMap<>();
  private final Map<String, RecordPlace> recorded = new HashMap<>();
  private final List<Break> breaks = new ArrayList<>();
  private long facts;

  /**
   * Takes the next record.
   *
   * @return its fact, or empty if it holds none
   */
  public Optional<Fact> accept(RecordPlace at, LedgerRecord ledgerRecord) {
    facts++;
    Fact fact;
    try {
      fact = FactCodec.decode(ledgerRecord);
    } catch (RuntimeException e) {
      // Whatever a stranger wrote, the records after it must still be looked at.
      String what = "it holds no fact: " + e.getMessage();
      breaks.add(new Break(Promise.FACT, ledgerRecord.key(), -1, at, what, null, null));
      return Optional.empty();
    }
    follow(fact, at, ledgerRecord);
    checkHeaders(fact, at, ledgerRecord);
    checkRecordedOnce(fact, at);
    return Optional.of(fact);
  }

  private void follow(Fact fact, RecordPlace at, LedgerRecord ledgerRecord) {
    Heads known = heads.getOrDefault(fact.session(), START);
    Head main = known.main();
    Head found = head(fact, fact.chain());
    String nextSeq = Long.toString(main.seq() + 1);
    String seq = Long.toString(fact.seq());
    if (fact.seq() == main.seq() + 1) {
      heads.put(fact.session(), next(known, found, fact, at, ledgerRecord));
    } else if (fact.seq() <= main.seq()) {
      report(Promise.NO_FORK, fact, at, "its seq is taken: the session forks here", nextSeq, seq);
      if (fact.seq() == main.seq()) {
        heads.put(fact.session(), new Heads(main, found));
      }
    } else {
      report(Promise.NO_GAP, fact, at, "facts of its session are missing before it", nextSeq, seq);
      checkTime(fact, at, main);
      heads.put(fact.session(), new Heads(found, null));
    }
  }

  private Heads next(
      Heads known, Head found, Fact fact, RecordPlace at, LedgerRecord ledgerRecord) {
    String expected = chainAfter(known.main(), ledgerRecord);
    if (expected.equals(fact.chain())) {
      checkTime(fact, at, known.main());
      return new Heads(found, null);
    }
    if (known.other() != null && chainAfter(known.other(), ledgerRecord).equals(fact.chain())) {
      checkTime(fact, at, known.other());
      return new Heads(found, null);
    }
    report(
        Promise.CHAIN,
        fact,
        at,
        "its chain does not commit to it and to what is before it",
        expected,
        fact.chain());
    checkTime(fact, at, known.main());
    return new Heads(found, head(fact, expected));
  }

  private static Head head(Fact fact, String chain) {
    return new Head(fact.seq(), chain, fact.recordedAt().toEpochMilli());
  }

  private static String chainAfter(Head head, LedgerRecord ledgerRecord) {
    return FactChain.next(
        head.chain(), ledgerRecord.key(), ledgerRecord.headers(), ledgerRecord.value());
  }

  private void checkTime(Fact fact, RecordPlace at, Head before) {
    if (fact.recordedAt().toEpochMilli() < before.recordedAt()) {
      report(
          Promise.TIME,
          fact,
          at,
          "recorded before the fact before it",
          "not before " + Instant.ofEpochMilli(before.recordedAt()),
          fact.recordedAt().toString());
    }
  }

  private void checkHeaders(Fact fact, RecordPlace at, LedgerRecord ledgerRecord) {
    String hidden = ledgerRecord.headers().get(HandoffHeaders.SESSION);
    if (hidden != null) {
      report(
          Promise.COMMITTED,
          fact,
          at,
          "it has the header handoff-session, which no chain commits to",
          null,
          hidden);
    }
    Instant written = Instant.ofEpochMilli(ledgerRecord.timestamp());
    if (!fact.recordedAt().equals(written)) {
      report(
          Promise.TIME,
          fact,
          at,
          "its record's time is not its recorded time",
          fact.recordedAt().toString(),
          written.toString());
    }
  }

  private void checkRecordedOnce(Fact fact, RecordPlace at) {
    if (!(fact.body() instanceof Fact.Recorded)) {
      return;
    }
    RecordPlace before = recorded.putIfAbsent(fact.handoffId(), at);
    if (before != null) {
      report(
          Promise.RECORDED_ONCE,
          fact,
          at,
          "its handoff was recorded before",
          "once, at " + before,
          "again, at " + at);
    }
  }

  private void report(
      Promise promise, Fact fact, RecordPlace at, String what, String expected, String found) {
    breaks.add(Break.of(promise, fact, at, what, expected, found));
  }

  /** What is broken, in the order found. */
  public List<Break> breaks() {
    return List.copyOf(breaks);
  }

  public long facts() {
    return facts;
  }

  public int sessions() {
    return heads.size();
  }

  public int handoffs() {
    return recorded.size();
  }
}
