package dev.handoffledger.projections.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts, and which handoffs they leave open. */
class OpennessTest {
  private static final Instant T = Instant.parse("2026-11-01T10:00:00Z");

  private static final ParentReference PARENT =
      new ParentReference("codelens/planner", "planner_brief", null, "0".repeat(64), true);

  private final SampleLedger ledger = new SampleLedger();
  private final SampleHandoff brief = SampleHandoff.of("codelens/planner", "brief");
  private final SampleHandoff result =
      SampleHandoff.of("codelens/builder", "result").withKind("builder_result");

  @Test
  void recordedWithRole_isOpen() {
    assertThat(open(ledger.record(brief))).containsExactly(brief.id());
  }

  @Test
  void recordedWithoutRole_isNotOpen() {
    assertThat(open(ledger.record(brief.withRoles()))).isEmpty();
  }

  @Test
  void answeredByWhatCompletesIt_isClosed() {
    assertThat(open(ledger.record(brief), ledger.answer(brief, result))).isEmpty();
  }

  @Test
  void answeredByWhatDoesNotCompleteIt_staysOpen() {
    assertThat(open(ledger.record(brief), ledger.answer(brief, result, false, false)))
        .containsExactly(brief.id());
  }

  @Test
  void onlyAnswerWithdrawn_isOpenAgain() {
    assertThat(
            open(
                ledger.record(brief), ledger.answer(brief, result), ledger.withdraw(brief, result)))
        .containsExactly(brief.id());
  }

  @Test
  void oneOfTwoAnswersWithdrawn_staysClosed() {
    SampleHandoff other = SampleHandoff.of("codelens/builder-2", "result");
    assertThat(
            open(
                ledger.record(brief),
                ledger.answer(brief, result),
                ledger.answer(brief, other),
                ledger.withdraw(brief, result)))
        .isEmpty();
  }

  @Test
  void answerThatReturnsAfterItsWithdrawal_closes() {
    assertThat(
            open(
                ledger.record(brief),
                ledger.answer(brief, result),
                ledger.withdraw(brief, result),
                ledger.answer(brief, result)))
        .isEmpty();
  }

  @Test
  void mismatch_isNotOpen() {
    Link mismatch = Link.mismatch(PARENT);

    assertThat(open(ledger.record(result), ledger.link(result, mismatch))).isEmpty();
  }

  @Test
  void matchAfterAMismatch_opensAgain() {
    Link mismatch = Link.mismatch(PARENT);
    Link linked = Link.linked(PARENT, brief.id(), true, false);

    assertThat(
            open(ledger.record(result), ledger.link(result, mismatch), ledger.link(result, linked)))
        .containsExactly(result.id());
  }

  @Test
  void manifestAccepted_isClosed() {
    SampleHandoff manifest = SampleHandoff.kxm("run", "m1", T, "planner", "coder");
    assertThat(open(ledger.record(manifest), ledger.status(manifest, "accepted"))).isEmpty();
  }

  @Test
  void manifestFirstSeenInFinalStatus_isNotOpened() {
    SampleHandoff manifest =
        SampleHandoff.kxm("run", "m1", T, "planner", "coder").withStatus("rejected");
    assertThat(open(ledger.record(manifest))).isEmpty();
  }

  @Test
  void laterHandoffOfTask_completesTheOneBefore() {
    SampleHandoff first = SampleHandoff.cortex("t", "a", T);
    SampleHandoff second = SampleHandoff.cortex("t", "b", T.plusSeconds(1));
    assertThat(open(ledger.record(first), ledger.record(second))).containsExactly(second.id());
  }

  @Test
  void handoffThatArrivesAfterItsSuccessor_isNotOpened() {
    SampleHandoff first = SampleHandoff.cortex("t", "a", T);
    SampleHandoff second = SampleHandoff.cortex("t", "b", T.plusSeconds(1));
    assertThat(open(ledger.record(second), ledger.record(first))).containsExactly(second.id());
  }

  @Test
  void equalTimes_areOrderedByTieBreakAsUtf8Bytes() {
    // U+FF5E comes after U+1F600 in UTF-16 and before it in UTF-8.
    SampleHandoff first = SampleHandoff.cortex("t", "\uFF5E", T);
    SampleHandoff second = SampleHandoff.cortex("t", "\uD83D\uDE00", T);
    assertThat(open(ledger.record(first), ledger.record(second))).containsExactly(second.id());
  }

  @Test
  void clockFarAhead_isOrderedByWhenItWasRecorded() {
    SampleHandoff ahead =
        SampleHandoff.cortex("t", "ahead", SampleLedger.START.plus(Duration.ofDays(400)));
    SampleHandoff later =
        SampleHandoff.cortex("t", "later", SampleLedger.START.plus(Duration.ofSeconds(1)));
    assertThat(open(ledger.record(ahead), ledger.record(later))).containsExactly(later.id());
  }

  @Test
  void clockAheadWithinTolerance_isBelieved() {
    SampleHandoff ahead =
        SampleHandoff.cortex("t", "ahead", SampleLedger.START.plus(Duration.ofMinutes(5)));
    SampleHandoff later =
        SampleHandoff.cortex("t", "later", SampleLedger.START.plus(Duration.ofSeconds(1)));
    assertThat(open(ledger.record(ahead), ledger.record(later))).containsExactly(ahead.id());
  }

  @Test
  void sameLaneOfAnotherSession_completesNothing() {
    SampleHandoff one = SampleHandoff.cortex("t", "a", T);
    SampleHandoff other = SampleHandoff.cortex("u", "b", T.plusSeconds(1));
    assertThat(open(ledger.record(one), ledger.record(other)))
        .containsExactlyInAnyOrder(one.id(), other.id());
  }

  @Test
  void nextIteration_completesTheOneBefore() {
    SampleHandoff one = SampleHandoff.ace("s", 1);
    SampleHandoff two = SampleHandoff.ace("s", 2);
    assertThat(open(ledger.record(two), ledger.record(one))).containsExactly(two.id());
  }

  @Test
  void iterationAfterGap_completesNothing() {
    SampleHandoff one = SampleHandoff.ace("s", 1);
    SampleHandoff three = SampleHandoff.ace("s", 3);
    assertThat(open(ledger.record(one), ledger.record(three)))
        .containsExactlyInAnyOrder(one.id(), three.id());
  }

  @Test
  void manifestFromTheTargetRole_completesTheNewestForThatRole() {
    SampleHandoff old = SampleHandoff.kxm("r", "m1", T, "planner", "coder");
    SampleHandoff newer = SampleHandoff.kxm("r", "m2", T.plusSeconds(1), "planner", "coder");
    SampleHandoff answer = SampleHandoff.kxm("r", "m3", T.plusSeconds(2), "coder", "critic");
    assertThat(open(ledger.record(old), ledger.record(newer), ledger.record(answer)))
        .containsExactlyInAnyOrder(old.id(), answer.id());
  }

  @Test
  void manifestThatArrivesInBetween_reopensTheOneBeforeIt() {
    SampleHandoff old = SampleHandoff.kxm("r", "m1", T, "planner", "coder");
    SampleHandoff answer = SampleHandoff.kxm("r", "m3", T.plusSeconds(2), "coder", "critic");
    SampleHandoff between = SampleHandoff.kxm("r", "m2", T.plusSeconds(1), "planner", "coder");
    assertThat(open(ledger.record(old), ledger.record(answer), ledger.record(between)))
        .containsExactlyInAnyOrder(old.id(), answer.id());
  }

  @Test
  void handoffWithoutFollowedLane_completesNothing() {
    SampleHandoff open = SampleHandoff.kxm("r", "m1", T, "planner", "coder");
    SampleHandoff rework =
        SampleHandoff.kxm("r", "m2", T.plusSeconds(1), "coder", "critic")
            .withSuccession(Succession.byTime("critic", null, "m2", true));
    assertThat(open(ledger.record(open), ledger.record(rework)))
        .containsExactlyInAnyOrder(open.id(), rework.id());
  }

  private static List<String> open(Fact... facts) {
    return List.copyOf(MemoryRows.of(List.of(facts)).open);
  }
}
