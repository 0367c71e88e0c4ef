package dev.handoffledger.projections.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeasingTest {
  private static final Instant UNTIL = Instant.parse("2026-11-01T13:00:00Z");

  private final SampleLedger ledger = new SampleLedger();
  private final SampleHandoff brief = SampleHandoff.of("codelens/b", "brief");
  private final SampleHandoff result =
      SampleHandoff.of("codelens/r", "result").withKind("builder_result");
  private final List<Fact> facts = new ArrayList<>(List.of(ledger.record(brief)));

  @Test
  void claimedHandoff_isHeldAndOpen() {
    claim("one", 1);

    assertThat(row().leasing())
        .isEqualTo(
            new Leasing(
                new Leasing.Held(2, "one", SampleLedger.START, UNTIL), 1, false, false, null));
    assertThat(isOpen()).isTrue();
  }

  @Test
  void renewal_movesTheEnd() {
    claim("one", 1);
    add(new Fact.Renewed(2, "one", UNTIL.plusSeconds(60)));

    assertThat(row().leasing().held().until()).isEqualTo(UNTIL.plusSeconds(60));
    assertThat(row().leasing().held().token()).isEqualTo(2);
  }

  @Test
  void expiredLease_leavesTheHandoffOpenAndItsDeliveriesCounted() {
    claim("one", 3);
    add(new Fact.Expired(2, "one", UNTIL, false));

    assertThat(row().leasing()).isEqualTo(new Leasing(null, 3, false, false, null));
    assertThat(isOpen()).isTrue();
  }

  @Test
  void completedHandoff_isNotOpen() {
    claim("one", 1);
    add(new Fact.Completed(2, "one", null, null));

    assertThat(isOpen()).isFalse();
  }

  @Test
  void answerOfTheHolder_isWhatCompletedIt() {
    claim("one", 1);
    add(new Fact.Completed(2, "one", result.id(), null));

    assertThat(Completion.of(row(), rows()).by()).isEqualTo(result.id());
  }

  @Test
  void handoffThatAnotherAnswered_staysOpenWhileItIsHeld() {
    claim("one", 1);
    facts.add(ledger.answer(brief, result));

    assertThat(isOpen()).isTrue();
    assertThat(Completion.of(row(), rows()).by()).isEqualTo(result.id());
  }

  @Test
  void handoffThatAnotherAnswered_isDoneWhenTheLeaseEnds() {
    claim("one", 1);
    facts.add(ledger.answer(brief, result));
    add(new Fact.Expired(2, "one", UNTIL, false));

    assertThat(isOpen()).isFalse();
  }

  @Test
  void handoffGivenOutTooOften_isForAPersonOnly() {
    claim("one", 5);
    add(new Fact.Expired(2, "one", UNTIL, true));

    assertThat(row().rolesNow()).containsExactly("human");
  }

  @Test
  void factsReadAgain_changeNothing() {
    claim("one", 1);
    add(new Fact.Renewed(2, "one", UNTIL.plusSeconds(60)));
    add(new Fact.Released(2, "one", null, null, false));
    HandoffRow once = row();
    facts.addAll(List.copyOf(facts));

    assertThat(row()).isEqualTo(once);
  }

  @Test
  void pendingChild_isListedAsOrphanAndRootUntilItIsLinked() {
    SampleHandoff child = result.withLink(pending());
    facts.add(ledger.record(child));
    assertThat(rows().lists.get(HandoffList.ORPHANS)).containsExactly(child.id());
    assertThat(rows().lists.get(HandoffList.ROOTS)).contains(child.id());

    facts.add(ledger.link(child, linked()));

    assertThat(rows().lists.get(HandoffList.ORPHANS)).isEmpty();
    assertThat(rows().lists.get(HandoffList.ROOTS)).containsExactly(brief.id());
  }

  private static Link pending() {
    return Link.pending(parent());
  }

  private Link linked() {
    return Link.linked(parent(), brief.id(), false, false);
  }

  private static ParentReference parent() {
    return new ParentReference("codelens/b", "planner_brief", null, null, true);
  }

  private void claim(String holder, int delivery) {
    add(new Fact.Claimed(holder, UNTIL, delivery, null, null));
  }

  private void add(Fact.LeaseBody body) {
    facts.add(ledger.lease(brief, body));
  }

  private MemoryRows rows() {
    return MemoryRows.of(facts);
  }

  private HandoffRow row() {
    return rows().handoff(brief.id()).orElseThrow();
  }

  private boolean isOpen() {
    return rows().open.contains(brief.id());
  }
}
