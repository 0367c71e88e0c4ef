package dev.handoffledger.processor.internal;

import static dev.handoffledger.processor.internal.Handoffs.brief;
import static dev.handoffledger.processor.internal.Handoffs.codelens;
import static dev.handoffledger.processor.internal.Handoffs.parent;
import static dev.handoffledger.processor.internal.Handoffs.result;
import static dev.handoffledger.processor.internal.Handoffs.resultOfHash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link.Status;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Links whose child and parent are on different partitions. */
class RelayedLinksTest {
  private static final String NO_SUCH_HASH = "0".repeat(64);
  private static final String PARENT_TIME = "2026-04-14T09:00:00Z";
  private static final String CHILD_TIME = "2026-04-14T10:00:00Z";

  private final TestLedger ledger = new TestLedger(HoldPolicy.DEFAULT, 3);
  private Handoff brief;
  private Handoff result;

  @BeforeEach
  void partTheTwo() {
    brief = brief("b", PARENT_TIME);
    result = result("r", CHILD_TIME, "b");
    assertThat(ledger.partition(brief.session())).isNotEqualTo(ledger.partition(result.session()));
  }

  @Test
  void childAfterParent_isRecordedPendingAndThenLinked() {
    ledger.publish(brief);

    assertThat(ledger.publish(result).link().status()).isEqualTo(Status.PENDING);
    assertThat(ledger.link(result).parent()).isEqualTo(brief.id());
  }

  @Test
  void childBeforeParent_isLinkedWhenParentArrives() {
    ledger.publish(result);
    ledger.publish(brief);

    assertThat(ledger.link(result).parent()).isEqualTo(brief.id());
  }

  @Test
  void parentThatComesAWeekLater_isLinked() {
    ledger.publish(result);
    ledger.pass(7 * 24 * 3600);
    ledger.deliver();
    ledger.publish(brief);

    assertThat(ledger.link(result).parent()).isEqualTo(brief.id());
  }

  @Test
  void parentThatNeverComes_leavesTheChildPendingWithoutFurtherFacts() {
    ledger.publish(result);
    for (int tick = 0; tick < 5; tick++) {
      ledger.pass(10);
      ledger.deliver();
    }

    assertThat(ledger.link(result).status()).isEqualTo(Status.PENDING);
    assertThat(ledger.facts()).hasSize(1);
  }

  @Test
  void parent_isAnsweredInItsOwnSession() {
    ledger.publish(result);
    ledger.publish(brief);

    assertThat(ledger.answers(brief)).containsExactly(result.id());
  }

  @Test
  void betterParentThatComesLater_takesTheChildFromTheFirst() {
    Handoff older = brief("b", "2026-04-14T08:00:00Z");
    ledger.publish(older);
    ledger.publish(result);
    ledger.publish(brief);

    assertThat(ledger.link(result).parent()).isEqualTo(brief.id());
    assertThat(ledger.answers(older)).isEmpty();
    assertThat(ledger.answers(brief)).containsExactly(result.id());
  }

  @Test
  void requestThatComesTwice_isAnsweredAlikeAndMakesNoFact() {
    ledger.holdingTheRelay();
    ledger.publish(brief);
    ledger.publish(result);
    RelayEnvelope request = ledger.undelivered().get(0);
    ledger.deliver();
    List<Fact> before = List.copyOf(ledger.facts());

    ledger.relay(request);
    ledger.deliver();

    assertThat(request).isInstanceOf(RelayEnvelope.LinkRequest.class);
    assertThat(ledger.facts()).isEqualTo(before);
  }

  @Test
  void answerThatComesTwice_makesNoFact() {
    ledger.holdingTheRelay();
    ledger.publish(brief);
    ledger.publish(result);
    ledger.deliverNext(0);
    RelayEnvelope answer = ledger.undelivered().get(0);
    ledger.deliver();
    List<Fact> before = List.copyOf(ledger.facts());

    ledger.relay(answer);

    assertThat(answer).isInstanceOf(RelayEnvelope.LinkAnswer.class);
    assertThat(ledger.facts()).isEqualTo(before);
  }

  @Test
  void childOfAHash_waitsAndIsRoutedOnceItIsMatched() {
    Handoff hashed = resultOfHash("r", CHILD_TIME, "b", brief.contentHash());
    ledger.publish(hashed);
    assertThat(ledger.routes(hashed)).isEmpty();

    ledger.publish(brief);

    assertThat(ledger.link(hashed).verified()).isTrue();
    assertThat(ledger.routes(hashed)).containsExactly("reviewer");
  }

  @Test
  void childOfAnotherHash_goesToQuarantineInsteadOfItsRoleWhenTheHoldIsOver() {
    Handoff hashed = resultOfHash("r", CHILD_TIME, "b", NO_SUCH_HASH);
    ledger.publish(brief);
    ledger.publish(hashed);
    ledger.pass(6);
    ledger.deliver();

    assertThat(ledger.link(hashed).status()).isEqualTo(Status.MISMATCH);
    assertThat(ledger.routes(hashed)).isEmpty();
    assertThat(ledger.quarantined(hashed)).hasSize(1);
  }

  @Test
  void childOfAHashWithoutAnyCandidate_isRoutedWhenTheHoldIsOver() {
    Handoff hashed = resultOfHash("r", CHILD_TIME, "b", NO_SUCH_HASH);
    ledger.publish(hashed);
    ledger.pass(6);
    ledger.deliver();

    assertThat(ledger.routes(hashed)).containsExactly("reviewer");
  }

  @Test
  void wrongCandidateAfterTheRouting_isAQuarantineThatSaysSo() {
    Handoff hashed = resultOfHash("r", CHILD_TIME, "b", NO_SUCH_HASH);
    ledger.publish(hashed);
    ledger.pass(6);
    ledger.deliver();
    ledger.publish(brief);

    assertThat(ledger.quarantined(hashed)).singleElement().matches(message -> message.routed());
  }

  @Test
  void wrongCandidateFirstAndTheMatchingOneLater_linksAndRoutes() {
    Handoff wrong = brief("b", "2026-04-14T08:00:00Z");
    Handoff hashed = resultOfHash("r", CHILD_TIME, "b", brief.contentHash());
    ledger.publish(wrong);
    ledger.publish(hashed);
    ledger.pass(6);
    ledger.deliver();
    ledger.publish(brief);

    assertThat(ledger.link(hashed).parent()).isEqualTo(brief.id());
    assertThat(ledger.routes(hashed)).containsExactly("reviewer");
  }

  @Test
  void partitionThatDoesNotAnswer_doesNotKeepTheChildForEver() {
    Handoff hashed = resultOfHash("r", CHILD_TIME, "b", brief.contentHash());
    ledger.holdingTheRelay();
    ledger.publish(hashed);
    ledger.pass(8);

    assertThat(ledger.routes(hashed)).containsExactly("reviewer");
  }

  @Test
  void childBeforeAllItsParents_takesTheOldestWhenTheHoldIsOver() {
    Handoff later = brief("b", "2026-04-14T12:00:00Z");
    ledger.publish(later);
    ledger.publish(result);
    assertThat(ledger.link(result).status()).isEqualTo(Status.PENDING);
    ledger.pass(6);
    ledger.deliver();

    assertThat(ledger.link(result).parent()).isEqualTo(later.id());
  }

  @Test
  void childBetweenTwoBriefsOfOneSession_hasTheEarlierAsItsParentInEveryOrder() {
    Handoff later = brief("b", "2026-04-14T11:00:00Z");
    for (List<Handoff> order :
        List.of(
            List.of(brief, result, later),
            List.of(brief, later, result),
            List.of(result, brief, later),
            List.of(result, later, brief),
            List.of(later, brief, result),
            List.of(later, result, brief))) {
      for (int partitions = 1; partitions <= 3; partitions++) {
        TestLedger fresh = new TestLedger(HoldPolicy.DEFAULT, partitions);
        order.forEach(fresh::publish);
        fresh.pass(10);
        fresh.deliver();

        assertThat(fresh.link(result).parent()).isEqualTo(brief.id());
        assertThat(fresh.answers(later)).isEmpty();
      }
    }
  }

  @Test
  void briefOnAResult_completesTheVerdictsOnItInWhicheverOrderTheyCome() {
    Handoff verdict =
        codelens(
            "reviewer_verdict",
            "v",
            "2026-04-14T11:00:00Z",
            parent("builder_result", "r", null),
            "planner-reviewer");
    Handoff rework =
        codelens(
            "planner_brief",
            "b2",
            "2026-04-14T12:00:00Z",
            parent("builder_result", "r", null),
            "builder-refactor");

    for (List<Handoff> order :
        List.of(
            List.of(brief, result, verdict, rework),
            List.of(rework, verdict, result, brief),
            List.of(verdict, brief, rework, result))) {
      TestLedger fresh = new TestLedger(HoldPolicy.DEFAULT, 3);
      order.forEach(fresh::publish);

      assertThat(fresh.answers(verdict)).containsExactly(rework.id());
    }
  }
}
