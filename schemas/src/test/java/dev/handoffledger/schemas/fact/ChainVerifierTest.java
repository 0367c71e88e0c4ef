package dev.handoffledger.schemas.fact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChainVerifierTest {
  private static final String ONE = "codelens/one";
  private static final String TWO = "codelens/two";

  private final ChainVerifier verifier = new ChainVerifier();

  @Test
  void unbrokenChains_haveNoBreaks() {
    accept(chain(ONE, 0, 4));

    assertThat(verifier.breaks()).isEmpty();
  }

  @Test
  void mixedSessions_areFollowedEachForItself() {
    List<LedgerRecord> one = chain(ONE, 0, 3);
    List<LedgerRecord> two = chain(TWO, 100, 3);

    accept(List.of(two.get(0), one.get(0), one.get(1), two.get(1), two.get(2), one.get(2)));

    assertThat(verifier.breaks()).isEmpty();
  }

  @Test
  void factsSessionsAndHandoffs_areCounted() {
    accept(chain(ONE, 0, 3));
    accept(chain(TWO, 100, 2));

    assertThat(List.of(verifier.facts(), (long) verifier.sessions(), (long) verifier.handoffs()))
        .containsExactly(5L, 2L, 5L);
  }

  @Test
  void droppedFact_showsAtTheFactAfterIt() {
    List<LedgerRecord> chain = new ArrayList<>(chain(ONE, 0, 3));
    chain.remove(1);

    accept(chain);

    assertThat(verifier.breaks())
        .containsExactly(
            new Break(
                Promise.NO_GAP,
                ONE,
                3,
                new RecordPlace(0, 1),
                "facts of its session are missing before it",
                "2",
                "3"));
  }

  @Test
  void droppedFirstFact_shows() {
    accept(chain(ONE, 0, 2).subList(1, 2));

    assertThat(promises()).containsExactly(Promise.NO_GAP);
  }

  @Test
  void fork_shows() {
    List<LedgerRecord> chain = new ArrayList<>(chain(ONE, 0, 2));
    chain.add(chain(ONE, 50, 2).get(1));

    accept(chain);

    assertThat(verifier.breaks())
        .containsExactly(
            new Break(
                Promise.NO_FORK,
                ONE,
                2,
                new RecordPlace(0, 2),
                "its seq is taken: the session forks here",
                "3",
                "2"));
  }

  @Test
  void sessionThatGoesOnAfterAForgedFact_isForkedWhereItsOwnFactCame() {
    List<LedgerRecord> honest = chain(ONE, 0, 4);
    Fact forged =
        fact(
            FactCodec.decode(honest.get(1)).chain(),
            ONE,
            3,
            Facts.id(99),
            Facts.RECORDED_AT.plusSeconds(1));

    accept(
        List.of(
            honest.get(0), honest.get(1), FactCodec.encode(forged), honest.get(2), honest.get(3)));

    assertThat(verifier.breaks())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.promise()).isEqualTo(Promise.NO_FORK);
              assertThat(found.at()).isEqualTo(new RecordPlace(0, 3));
            });
  }

  @Test
  void forgedBranchBehindTheHead_isToldForEachOfItsFactsAndForNoOther() {
    List<LedgerRecord> honest = new ArrayList<>(chain(ONE, 0, 4));
    honest.addAll(3, chain(ONE, 50, 2));

    accept(honest);

    assertThat(verifier.breaks())
        .extracting(found -> found.promise() + " " + found.at())
        .containsExactly("NO_FORK 0:3", "NO_FORK 0:4");
  }

  @Test
  void exchangedFacts_show() {
    List<LedgerRecord> chain = chain(ONE, 0, 3);

    accept(List.of(chain.get(0), chain.get(2), chain.get(1)));

    assertThat(verifier.breaks()).isNotEmpty();
  }

  @Property
  void alteredHeader_shows(
      @ForAll @IntRange(max = 30) int which, @ForAll @IntRange(max = 2) int at) {
    List<LedgerRecord> chain = new ArrayList<>(chain(ONE, 0, 3));
    LedgerRecord honest = chain.get(at);
    List<String> names = List.copyOf(honest.headers().keySet());
    String name = names.get(which % names.size());
    chain.set(at, with(honest, name, honest.headers().get(name) + " "));
    ChainVerifier fresh = new ChainVerifier();

    acceptAll(fresh, chain);

    assertThat(fresh.breaks()).isNotEmpty();
  }

  @Test
  void addedHeader_shows() {
    accept(List.of(with(chain(ONE, 0, 1).get(0), "x-note", "mine")));

    assertThat(promises()).containsExactly(Promise.CHAIN);
  }

  @Test
  void headerThatHidesBehindTheKey_shows() {
    accept(List.of(with(chain(ONE, 0, 1).get(0), HandoffHeaders.SESSION, TWO)));

    assertThat(promises()).containsExactly(Promise.COMMITTED);
  }

  @Test
  void alteredValue_shows() {
    LedgerRecord honest = chain(ONE, 0, 1).get(0);

    accept(
        List.of(
            new LedgerRecord(
                honest.key(), honest.headers(), "{}".getBytes(UTF_8), honest.timestamp())));

    assertThat(promises()).containsExactly(Promise.CHAIN);
  }

  @Test
  void alteredChain_isToldOnceAndNotOfTheFactAfterIt() {
    List<LedgerRecord> chain = new ArrayList<>(chain(ONE, 0, 3));
    chain.set(1, with(chain.get(1), HandoffHeaders.CHAIN, "0".repeat(64)));

    accept(chain);

    assertThat(verifier.breaks())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.seq()).isEqualTo(2);
              assertThat(found.expected())
                  .isEqualTo(chain(ONE, 0, 3).get(1).headers().get(HandoffHeaders.CHAIN));
              assertThat(found.found()).isEqualTo("0".repeat(64));
            });
  }

  @Test
  void factMovedToAnotherSession_shows() {
    LedgerRecord honest = chain(ONE, 0, 1).get(0);

    accept(List.of(new LedgerRecord(TWO, honest.headers(), honest.value(), honest.timestamp())));

    assertThat(promises()).containsExactly(Promise.CHAIN);
  }

  @Test
  void handoffRecordedTwice_shows() {
    Fact first = fact(FactChain.START, ONE, 1, Facts.id(1), Facts.RECORDED_AT);
    Fact again = fact(first.chain(), ONE, 2, Facts.id(1), Facts.RECORDED_AT);

    accept(List.of(FactCodec.encode(first), FactCodec.encode(again)));

    assertThat(verifier.breaks())
        .containsExactly(
            new Break(
                Promise.RECORDED_ONCE,
                ONE,
                2,
                new RecordPlace(0, 1),
                "its handoff was recorded before",
                "once, at 0:0",
                "again, at 0:1"));
  }

  @Test
  void otherFactsOfOneHandoff_areNoRepetition() {
    Fact recorded = Facts.fact(FactChain.START, 1, Facts.id(1), Facts.leastRecorded());
    Fact linked = Facts.fact(recorded.chain(), 2, Facts.id(1), Facts.linked());
    Fact answered = Facts.fact(linked.chain(), 3, Facts.id(1), Facts.answered());
    Fact status = Facts.fact(answered.chain(), 4, Facts.id(1), Facts.statusChanged());

    accept(List.of(recorded, linked, answered, status).stream().map(FactCodec::encode).toList());

    assertThat(verifier.breaks()).isEmpty();
  }

  @Test
  void timeThatGoesBack_shows() {
    Fact first = fact(FactChain.START, ONE, 1, Facts.id(1), Facts.RECORDED_AT);
    Fact second = fact(first.chain(), ONE, 2, Facts.id(2), Facts.RECORDED_AT.minusMillis(1));

    accept(List.of(FactCodec.encode(first), FactCodec.encode(second)));

    assertThat(promises()).containsExactly(Promise.TIME);
  }

  @Test
  void timeThatStands_isNoBreak() {
    Fact first = fact(FactChain.START, ONE, 1, Facts.id(1), Facts.RECORDED_AT);
    Fact second = fact(first.chain(), ONE, 2, Facts.id(2), Facts.RECORDED_AT);

    accept(List.of(FactCodec.encode(first), FactCodec.encode(second)));

    assertThat(verifier.breaks()).isEmpty();
  }

  @Test
  void timeOfTheRecordThatIsNotTheRecordedTime_shows() {
    LedgerRecord honest = chain(ONE, 0, 1).get(0);

    accept(
        List.of(
            new LedgerRecord(
                honest.key(), honest.headers(), honest.value(), honest.timestamp() + 1)));

    assertThat(promises()).containsExactly(Promise.TIME);
  }

  @Test
  void foreignRecord_shows() {
    accept(List.of(new LedgerRecord(ONE, Map.of(), "hello".getBytes(UTF_8), 0)));

    assertThat(promises()).containsExactly(Promise.FACT);
  }

  @Test
  void foreignRecord_doesNotBreakTheChainAroundIt() {
    List<LedgerRecord> chain = chain(ONE, 0, 2);

    accept(
        List.of(
            chain.get(0),
            new LedgerRecord(ONE, Map.of(), "hello".getBytes(UTF_8), 0),
            chain.get(1)));

    assertThat(verifier.breaks()).hasSize(1);
  }

  @Test
  void breakInOneSession_leavesTheOthersWhole() {
    accept(chain(ONE, 0, 3).subList(1, 3));
    accept(chain(TWO, 100, 3));

    assertThat(verifier.breaks()).extracting(Break::session).containsOnly(ONE);
  }

  private void accept(List<LedgerRecord> records) {
    acceptAll(verifier, records);
  }

  /** Each at the offset of its place in the list. */
  private static void acceptAll(ChainVerifier verifier, List<LedgerRecord> records) {
    for (int offset = 0; offset < records.size(); offset++) {
      verifier.accept(new RecordPlace(0, offset), records.get(offset));
    }
  }

  private List<Promise> promises() {
    return verifier.breaks().stream().map(Break::promise).toList();
  }

  private static List<LedgerRecord> chain(String session, int firstId, int length) {
    List<LedgerRecord> records = new ArrayList<>();
    String chain = FactChain.START;
    for (int seq = 1; seq <= length; seq++) {
      Fact fact =
          fact(chain, session, seq, Facts.id(firstId + seq), Facts.RECORDED_AT.plusMillis(seq));
      records.add(FactCodec.encode(fact));
      chain = fact.chain();
    }
    return records;
  }

  private static Fact fact(
      String previousChain, String session, long seq, String id, Instant recordedAt) {
    return FactCodec.next(
        previousChain, session, seq, id, recordedAt, Facts.leastRecorded(), Facts.ARTIFACT);
  }

  private static LedgerRecord with(LedgerRecord honest, String name, String value) {
    Map<String, String> headers = new LinkedHashMap<>(honest.headers());
    headers.put(name, value);
    return new LedgerRecord(honest.key(), headers, honest.value(), honest.timestamp());
  }
}
