package dev.handoffledger.processor.internal;

import static dev.handoffledger.processor.internal.Handoffs.brief;
import static dev.handoffledger.processor.internal.Handoffs.manifest;
import static dev.handoffledger.processor.internal.Handoffs.result;
import static dev.handoffledger.processor.internal.Handoffs.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.Reply.Outcome;
import dev.handoffledger.schemas.wire.Reply.Refusal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final TestLedger ledger = new TestLedger(HoldPolicy.DEFAULT, 3);
  private final Handoff brief = brief("b", "2026-04-14T09:00:00Z");
  private final Handoff result = result("r", "2026-04-14T10:00:00Z", "b");

  @BeforeEach
  void publishTheBrief() {
    ledger.publish(brief);
  }

  @Test
  void firstClaim_isGrantedWithTheSeqOfItsFactAsToken() {
    Reply reply = claim("one");

    assertThat(reply.outcome()).isEqualTo(Outcome.GRANTED);
    assertThat(token(reply).seq()).isEqualTo(reply.seq()).isEqualTo(2);
    assertThat(reply.lease().holder()).isEqualTo("one");
    assertThat(reply.lease().until()).isEqualTo(ledger.now().plus(LEASE));
    assertThat(reply.lease().delivery()).isEqualTo(1);
  }

  @Test
  void secondClaim_isRefusedAndToldWhoHoldsIt() {
    Reply first = claim("one");

    Reply second = claim("two");

    assertThat(second.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(second.refusal()).isEqualTo(Refusal.HELD);
    assertThat(second.lease()).isEqualTo(first.lease());
  }

  @Test
  void refusal_isNoFact() {
    claim("one");
    int before = ledger.facts().size();
    claim("two");

    assertThat(ledger.facts()).hasSize(before);
  }

  @Test
  void sameClaimAgain_hasTheSameLease() {
    Reply first = claim("one", "claim-1");
    Reply again = claim("one", "claim-1");

    assertThat(again.outcome()).isEqualTo(Outcome.GRANTED);
    assertThat(again.lease()).isEqualTo(first.lease());
    assertThat(types()).containsExactly("recorded", "claimed");
  }

  @Test
  void sameClaimIdOfAnotherHolder_isAnotherClaim() {
    claim("one", "claim-1");

    assertThat(claim("two", "claim-1").refusal()).isEqualTo(Refusal.HELD);
  }

  @Test
  void unknownHandoff_isSaidToBe() {
    Reply reply =
        ledger.command(new Command.Claim("codelens/b", "sha256:0", "one", LEASE, null, null));

    assertThat(reply.refusal()).isEqualTo(Refusal.UNKNOWN_HANDOFF);
  }

  @Test
  void claimAfterTheEnd_endsTheLeaseAndGrantsAnother() {
    claim("one");
    ledger.pass(0);
    Reply second = claimAfter(LEASE, "two");

    assertThat(second.outcome()).isEqualTo(Outcome.GRANTED);
    assertThat(second.lease().delivery()).isEqualTo(2);
    assertThat(types()).containsExactly("recorded", "claimed", "expired", "claimed");
  }

  @Test
  void leaseThatIsOver_endsByATick() {
    claim("one");
    ledger.pass(61);

    assertThat(types()).containsExactly("recorded", "claimed", "expired");
  }

  @Test
  void renewal_movesTheEnd() {
    ClaimToken token = token(claim("one"));
    Reply renewed = ledger.command(new Command.Renew(token, Duration.ofMinutes(10)));
    ledger.pass(120);

    assertThat(renewed.outcome()).isEqualTo(Outcome.RENEWED);
    assertThat(types()).containsExactly("recorded", "claimed", "renewed");
  }

  @Test
  void renewalAfterTheEndButBeforeAnyoneElse_isGranted() {
    ClaimToken token = token(claim("one"));
    ledger.skip(LEASE.plusSeconds(5));

    assertThat(ledger.command(new Command.Renew(token, LEASE)).outcome())
        .isEqualTo(Outcome.RENEWED);
  }

  @Test
  void completionAfterTheEndButBeforeAnyoneElse_isTaken() {
    ClaimToken token = token(claim("one"));
    ledger.skip(LEASE.plusSeconds(5));

    assertThat(ledger.command(new Command.Complete(token, null)).outcome())
        .isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void holderWhoseLeaseEnded_isToldWhenAndWhoHoldsItNow() {
    ClaimToken stale = token(claim("one"));
    ledger.pass(61);
    Reply second = claim("two");

    Reply refused = ledger.command(new Command.Complete(stale, null));

    assertThat(refused.refusal()).isEqualTo(Refusal.LEASE_ENDED);
    assertThat(refused.ended().holder()).isEqualTo("one");
    assertThat(refused.ended().how()).isEqualTo("expired");
    assertThat(refused.lease()).isEqualTo(second.lease());
  }

  @Test
  void tokenThatWasNeverGiven_isUnknown() {
    claim("one");
    ClaimToken forged = new ClaimToken(brief.session(), brief.id(), 77);

    assertThat(ledger.command(new Command.Renew(forged, LEASE)).refusal())
        .isEqualTo(Refusal.UNKNOWN_TOKEN);
  }

  @Test
  void releasedHandoff_mayBeClaimedByAnother() {
    ClaimToken token = token(claim("one"));
    ledger.command(new Command.Release(token, "wrong tools"));

    assertThat(claim("two").outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void holderWhoCompletes_isToldHowItsLeaseEnded() {
    Reply completed = ledger.command(new Command.Complete(token(claim("one")), null));

    assertThat(completed.ended().holder()).isEqualTo("one");
    assertThat(completed.ended().how()).isEqualTo("completed");
    assertThat(completed.lease()).isNull();
  }

  @Test
  void nextStateOfTheHolder_completesTheOneBeforeByRule() {
    Handoff first = task("h1", "2026-04-14T09:00:00Z");
    Handoff second = task("h2", "2026-04-14T10:00:00Z");
    ledger.publish(first);
    claim(first, "one", null);
    ledger.publishAs(second, "one", null);

    assertThat(ledger.facts(first.session()).stream().map(Fact::type))
        .containsExactly("recorded", "claimed", "recorded", "completed");
  }

  @Test
  void nextStateOfAnother_leavesTheLeaseOfTheOneBefore() {
    Handoff first = task("h1", "2026-04-14T09:00:00Z");
    ledger.publish(first);
    claim(first, "one", null);
    ledger.publishAs(task("h2", "2026-04-14T10:00:00Z"), "two", null);

    assertThat(ledger.facts(first.session()).stream().map(Fact::type))
        .containsExactly("recorded", "claimed", "recorded");
  }

  @Test
  void handoffThatANextStateFollows_isNotOpenInWhicheverOrderTheyCome() {
    Handoff first = task("h1", "2026-04-14T09:00:00Z");
    ledger.publish(task("h2", "2026-04-14T10:00:00Z"));
    ledger.publish(first);

    assertThat(claim(first, "one", null).refusal()).isEqualTo(Refusal.NOT_OPEN);
  }

  @Test
  void completedHandoff_isNotOpen() {
    ledger.command(new Command.Complete(token(claim("one")), "done"));

    assertThat(claim("two").refusal()).isEqualTo(Refusal.NOT_OPEN);
  }

  @Test
  void answeredHandoff_isNotOpen() {
    ledger.publish(result);

    assertThat(claim("one").refusal()).isEqualTo(Refusal.NOT_OPEN);
  }

  @Test
  void handoffForNobody_isNotOpen() {
    Handoff accepted = manifest("run", "h1", null, "accepted");
    ledger.publish(accepted);

    assertThat(claim(accepted, "one", null).refusal()).isEqualTo(Refusal.NOT_OPEN);
  }

  @Test
  void forcedRelease_takesItFromWhoeverHoldsIt() {
    ClaimToken token = token(claim("one"));
    Reply forced =
        ledger.command(
            new Command.ForceRelease(brief.session(), brief.id(), "admin", "agent is gone"));

    assertThat(forced.outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(ledger.command(new Command.Renew(token, LEASE)).ended().how()).isEqualTo("released");
  }

  @Test
  void answerOfTheHolder_completesTheHandoff() {
    claim("one");
    ledger.publishAs(result, "one", null);

    assertThat(types()).containsExactly("recorded", "claimed", "answered", "completed");
    assertThat(answered().byOther()).isFalse();
  }

  @Test
  void answerWithTheToken_completesTheHandoffWhoeverPublishesIt() {
    String token = claim("one").lease().token();
    ledger.publishAs(result, "somebody else", token);

    assertThat(types()).containsExactly("recorded", "claimed", "answered", "completed");
  }

  @Test
  void answerOfAnother_leavesTheLeaseAndSaysSo() {
    claim("one");
    ledger.publishAs(result, "two", null);

    assertThat(types()).containsExactly("recorded", "claimed", "answered");
    assertThat(answered().byOther()).isTrue();
  }

  @Test
  void answerWithAStaleToken_isThatOfAnother() {
    String stale = claim("one").lease().token();
    ledger.pass(61);
    claim("two");
    ledger.publishAs(result, "somebody", stale);

    assertThat(answered().byOther()).isTrue();
  }

  @Test
  void leaseThatEndsOnAHandoffThatAnotherAnswered_leavesItDone() {
    claim("one");
    ledger.publishAs(result, "two", null);
    ledger.pass(61);

    assertThat(claim("three").refusal()).isEqualTo(Refusal.NOT_OPEN);
  }

  @Test
  void answerOfAnotherAfterTheEnd_endsTheLeaseFirst() {
    claim("one");
    ledger.skip(LEASE.plusSeconds(5));
    ledger.publishAs(result, "two", null);

    assertThat(types()).containsExactly("recorded", "claimed", "expired", "answered");
    assertThat(answered().byOther()).isFalse();
  }

  @Test
  void handoffGivenOutTooOften_isForAPerson() {
    exhaust();

    assertThat(claim("six").refusal()).isEqualTo(Refusal.ESCALATED);
    assertThat(ledger.notices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.handoffId()).isEqualTo(brief.id());
              assertThat(notice.deliveries()).isEqualTo(5);
              assertThat(notice.lastHolder()).isEqualTo("agent-5");
            });
  }

  @Test
  void personMayClaimWhatWasGivenOutTooOften() {
    exhaust();
    Reply reply =
        ledger.command(new Command.Claim(brief.session(), brief.id(), "ann", LEASE, "human", null));

    assertThat(reply.outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void deliveriesThatEndInTheWorkBeingDone_areNotTooMany() {
    for (int delivery = 1; delivery < 5; delivery++) {
      ledger.command(new Command.Release(token(claim("agent-" + delivery)), null));
    }
    ledger.command(new Command.Complete(token(claim("agent-5")), null));

    assertThat(ledger.notices()).isEmpty();
  }

  @Test
  void rework_supersedesAManifestThatIsPending() {
    Handoff first = manifest("run", "h1", null, "pending");
    Handoff rework = manifest("run", "h2", "h1", "pending");
    ledger.publish(first);
    ledger.publish(rework);

    assertThat(ledger.facts(first.session()))
        .filteredOn(fact -> fact.body() instanceof Fact.StatusChanged)
        .singleElement()
        .satisfies(
            fact ->
                assertThat(((Fact.StatusChanged) fact.body()).supersededBy())
                    .isEqualTo(rework.id()));
    assertThat(claim(first, "one", null).refusal()).isEqualTo(Refusal.NOT_OPEN);
  }

  @Test
  void rework_leavesAManifestThatIsDecidedAsItIs() {
    ledger.publish(manifest("run", "h1", null, "rejected"));
    ledger.publish(manifest("run", "h2", "h1", "pending"));

    assertThat(ledger.facts("kxm/run"))
        .noneMatch(fact -> fact.body() instanceof Fact.StatusChanged);
  }

  private void exhaust() {
    for (int delivery = 1; delivery <= 5; delivery++) {
      claim("agent-" + delivery);
      ledger.pass(61);
    }
  }

  private Reply claim(String holder) {
    return claim(holder, null);
  }

  private Reply claim(String holder, String claimId) {
    return claim(brief, holder, claimId);
  }

  private Reply claim(Handoff handoff, String holder, String claimId) {
    RowKey key = RowKey.of(handoff);
    return ledger.command(
        new Command.Claim(key.session(), key.row(), holder, LEASE, null, claimId));
  }

  private Reply claimAfter(Duration time, String holder) {
    ledger.skip(time);
    return claim(holder);
  }

  private static ClaimToken token(Reply reply) {
    return ClaimToken.parse(reply.lease().token()).orElseThrow();
  }

  private List<String> types() {
    return ledger.facts(brief.session()).stream().map(Fact::type).toList();
  }

  private Fact.Answered answered() {
    return ledger.facts(brief.session()).stream()
        .map(Fact::body)
        .filter(Fact.Answered.class::isInstance)
        .map(Fact.Answered.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
