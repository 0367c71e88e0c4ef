package dev.handoffledger.projections.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.fact.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionFoldTest {
  private static final String SESSION = "codelens/s";
  private static final Instant T = Instant.parse("2026-11-01T10:00:00Z");

  private final SampleLedger ledger = new SampleLedger();
  private final SampleHandoff brief = SampleHandoff.of(SESSION, "brief").withTime(T);

  @Test
  void twoFacts_addUp() {
    Fact recorded = ledger.record(brief);
    Fact answered =
        ledger
            .at(SampleLedger.START.plusSeconds(9))
            .answer(brief, SampleHandoff.of("codelens/b", "result"));
    assertThat(session(recorded, answered))
        .isEqualTo(
            new SessionRow(
                SESSION,
                2,
                1,
                SampleLedger.START,
                SampleLedger.START.plusSeconds(9),
                new SessionRow.Start(brief.id(), false, T, 1),
                answered.chain()));
  }

  @Test
  void repeatedFact_changesNothing() {
    Fact recorded = ledger.record(brief);
    assertThat(session(recorded, recorded)).isEqualTo(session(recorded));
  }

  @Test
  void lostFact_isReportedAsMissing() {
    Fact first = ledger.record(brief);
    ledger.record(SampleHandoff.of(SESSION, "lost"));
    Fact third = ledger.record(SampleHandoff.of(SESSION, "third"));
    assertThat(LedgerFold.missingBefore(MemoryRows.of(List.of(first)), third)).isEqualTo(1);
  }

  @Test
  void rowThatFellBehind_isFoldedAgainFromTheFacts() {
    Fact first = ledger.record(brief);
    Fact second = ledger.record(SampleHandoff.of(SESSION, "second"));
    Fact third = ledger.record(SampleHandoff.of(SESSION, "third"));
    MemoryRows rows = MemoryRows.of(List.of(first, second));
    rows.sessions.putAll(MemoryRows.of(List.of(first)).sessions);
    rows.fold(third);
    assertThat(rows.session(SESSION)).contains(session(first, second, third));
  }

  @Test
  void newestByOwnTime_isWhereReadersStart() {
    SampleHandoff late = SampleHandoff.of(SESSION, "late").withTime(T.minusSeconds(60));
    assertThat(session(ledger.record(brief), ledger.record(late)).start().id())
        .isEqualTo(brief.id());
  }

  @Test
  void batonOlderThanOthers_isWhereReadersStart() {
    SampleHandoff baton =
        SampleHandoff.of(SESSION, "baton").withKind("session_baton").withTime(T.minusSeconds(60));
    assertThat(session(ledger.record(baton), ledger.record(brief)).start().id())
        .isEqualTo(baton.id());
  }

  @Test
  void clockAhead_makesNothingNewest() {
    SampleHandoff ahead =
        SampleHandoff.of(SESSION, "ahead").withTime(SampleLedger.START.plus(Duration.ofDays(9)));
    Fact recordedAhead = ledger.record(ahead);
    ledger.at(SampleLedger.START.plusSeconds(2));
    SampleHandoff next =
        SampleHandoff.of(SESSION, "next").withTime(SampleLedger.START.plusSeconds(1));
    assertThat(session(recordedAhead, ledger.record(next)).start().id()).isEqualTo(next.id());
  }

  private static SessionRow session(Fact... facts) {
    return MemoryRows.of(List.of(facts)).session(SESSION).orElseThrow();
  }
}
