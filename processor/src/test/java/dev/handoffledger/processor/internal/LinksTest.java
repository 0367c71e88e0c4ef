package dev.handoffledger.processor.internal;

import static dev.handoffledger.processor.internal.Handoffs.brief;
import static dev.handoffledger.processor.internal.Handoffs.codelens;
import static dev.handoffledger.processor.internal.Handoffs.manifest;
import static dev.handoffledger.processor.internal.Handoffs.parent;
import static dev.handoffledger.processor.internal.Handoffs.result;
import static dev.handoffledger.processor.internal.Handoffs.resultOfHash;
import static dev.handoffledger.processor.internal.Handoffs.withRawForm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.fact.Link.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final String NO_SUCH_HASH = "0".repeat(64);

  private final TestLedger ledger = new TestLedger();

  @Test
  void childAfterParent_isLinkedWhenItIsRecorded() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(brief);

    Link link = ledger.publish(result).link();

    assertThat(link.status()).isEqualTo(Status.LINKED);
    assertThat(link.parent()).isEqualTo(brief.id());
  }

  @Test
  void childBeforeParent_isLinkedWhenParentArrives() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");

    assertThat(ledger.publish(result).link().status()).isEqualTo(Status.PENDING);
    ledger.publish(brief);

    assertThat(ledger.link(result).parent()).isEqualTo(brief.id());
  }

  @Test
  void linkedFact_namesTheFactItSupersedes() {
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(result);
    ledger.publish(brief("b", "2026-04-14T09:00:00Z"));
    ledger.publish(brief("b", "2026-04-14T09:30:00Z"));

    assertThat(ledger.facts(result.session()).stream().skip(1))
        .extracting(fact -> ((Fact.Linked) fact.body()).supersedes())
        .containsExactly(1L, 2L);
  }

  @Test
  void ofTwoParents_theNewestThatIsNotAfterTheChildIsChosen() {
    Handoff older = brief("b", "2026-04-14T08:00:00Z");
    Handoff newer = brief("b", "2026-04-14T09:00:00Z");
    Handoff later = brief("b", "2026-04-14T11:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    List.of(newer, later, older).forEach(ledger::publish);

    assertThat(ledger.publish(result).link().parent()).isEqualTo(newer.id());
  }

  @Test
  void betterParentThatComesLater_takesTheChildFromTheFirst() {
    Handoff older = brief("b", "2026-04-14T08:00:00Z");
    Handoff newer = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(older);
    ledger.publish(result);
    ledger.publish(newer);

    assertThat(ledger.link(result).parent()).isEqualTo(newer.id());
    assertThat(ledger.answers(older)).isEmpty();
    assertThat(ledger.answers(newer)).containsExactly(result.id());
  }

  @Test
  void parentsOfOneInstant_theGreatestIdIsChosenAndTheLinkIsAmbiguous() {
    Handoff one = brief("b", "2026-04-14T09:00:00Z");
    Handoff other =
        codelens(
            "planner_brief",
            "b",
            "2026-04-14T09:00:00Z",
            parent("builder_result", "x", null),
            "builder-refactor");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(one);
    ledger.publish(result);
    ledger.publish(other);

    String greatest = one.id().compareTo(other.id()) > 0 ? one.id() : other.id();
    assertThat(ledger.link(result).parent()).isEqualTo(greatest);
    assertThat(ledger.link(result).ambiguous()).isTrue();
  }

  @Test
  void parentThatIsOnlyAfterTheChild_isLinkedWhenTheHoldIsOver() {
    Handoff late = brief("b", "2026-04-14T12:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(late);
    ledger.publish(result);
    assertThat(ledger.link(result).status()).isEqualTo(Status.PENDING);

    ledger.pass(6);

    assertThat(ledger.link(result).parent()).isEqualTo(late.id());
  }

  @Test
  void parentThatIsOnlyAfterTheChildAndComesAfterTheHold_isLinkedAtOnce() {
    Handoff late = brief("b", "2026-04-14T12:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(result);
    ledger.pass(6);

    ledger.publish(late);

    assertThat(ledger.link(result).parent()).isEqualTo(late.id());
  }

  @Test
  void briefThatRevisesABriefOfItsSession_isNotItsOwnParent() {
    Handoff first = brief("b", "2026-04-14T09:00:00Z");
    Handoff revision =
        codelens(
            "planner_brief",
            "b",
            "2026-04-14T09:30:00Z",
            parent("planner_brief", "b", null),
            "builder-refactor");
    ledger.publish(first);

    assertThat(ledger.publish(revision).link().parent()).isEqualTo(first.id());
  }

  @Test
  void answeredParent_isToldInItsOwnSession() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    ledger.publish(brief);
    ledger.publish(result);

    assertThat(ledger.answers(brief)).containsExactly(result.id());
  }

  // By hash.

  @Test
  void childThatNamesTheContentHash_isLinkedVerified() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", brief.contentHash());
    ledger.publish(brief);
    ledger.publish(brief("b", "2026-04-14T09:30:00Z"));

    Link link = ledger.publish(result).link();

    assertThat(link.parent()).isEqualTo(brief.id());
    assertThat(link.verified()).isTrue();
  }

  @Test
  void childThatNamesTheRawHashOfALaterCopy_isLinkedVerified() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    Handoff copy = withRawForm(brief, "another form of the same");
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", copy.rawHash());
    ledger.publish(brief);
    ledger.publish(result);

    ledger.publish(copy);

    assertThat(ledger.link(result).parent()).isEqualTo(brief.id());
    assertThat(ledger.link(result).verified()).isTrue();
  }

  @Test
  void ninthCopy_isNoLongerKept() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    ledger.publish(brief);
    for (int copy = 2; copy <= 9; copy++) {
      ledger.publish(withRawForm(brief, "copy " + copy));
    }
    Handoff eighth =
        resultOfHash("r8", "2026-04-14T10:00:00Z", "b", withRawForm(brief, "copy 8").rawHash());
    Handoff ninth =
        resultOfHash("r9", "2026-04-14T10:00:00Z", "b", withRawForm(brief, "copy 9").rawHash());

    assertThat(ledger.publish(eighth).link().status()).isEqualTo(Status.LINKED);
    assertThat(ledger.publish(ninth).link().status()).isEqualTo(Status.PENDING);
  }

  @Test
  void unmatchedHash_holdsTheRoute() {
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);

    ledger.publish(result);

    assertThat(ledger.routes(result)).isEmpty();
  }

  @Test
  void matchWithinTheHold_routes() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", brief.contentHash());
    ledger.publish(result);

    ledger.publish(brief);

    assertThat(ledger.routes(result)).containsExactly("reviewer");
  }

  @Test
  void holdOverWithACandidate_isAMismatchAndGoesToQuarantineInsteadOfItsRole() {
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);
    ledger.publish(brief("b", "2026-04-14T09:00:00Z"));
    ledger.publish(result);

    ledger.pass(6);

    assertThat(ledger.link(result).status()).isEqualTo(Status.MISMATCH);
    assertThat(ledger.routes(result)).isEmpty();
    assertThat(ledger.quarantined(result)).extracting("routed").containsExactly(false);
  }

  @Test
  void holdOverWithoutACandidate_routesUnlinked() {
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);
    ledger.publish(result);

    ledger.pass(6);

    assertThat(ledger.link(result).status()).isEqualTo(Status.PENDING);
    assertThat(ledger.routes(result)).containsExactly("reviewer");
  }

  @Test
  void wrongCandidateAfterTheRoute_isAMismatchThatQuarantineIsToldWasRouted() {
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);
    ledger.publish(result);
    ledger.pass(6);

    ledger.publish(brief("b", "2026-04-14T09:00:00Z"));

    assertThat(ledger.link(result).status()).isEqualTo(Status.MISMATCH);
    assertThat(ledger.quarantined(result)).extracting("routed").containsExactly(true);
  }

  @Test
  void matchAfterAMismatch_linksAndRoutes() {
    Handoff right = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", right.contentHash());
    ledger.publish(brief("b", "2026-04-14T08:00:00Z"));
    ledger.publish(result);
    ledger.pass(6);

    ledger.publish(right);

    assertThat(ledger.link(result).parent()).isEqualTo(right.id());
    assertThat(ledger.routes(result)).containsExactly("reviewer");
  }

  @Test
  void matchAfterTheUnlinkedRoute_doesNotRouteAgain() {
    Handoff right = brief("b", "2026-04-14T09:00:00Z");
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", right.contentHash());
    ledger.publish(result);
    ledger.pass(6);

    ledger.publish(right);

    assertThat(ledger.link(result).verified()).isTrue();
    assertThat(ledger.routes(result)).containsExactly("reviewer");
  }

  @Test
  void tickBeforeTheHoldIsOver_changesNothing() {
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);
    ledger.publish(brief("b", "2026-04-14T09:00:00Z"));
    ledger.publish(result);

    assertThat(ledger.tick(result, ledger.now().plusMillis(4999)).facts()).isEmpty();
    assertThat(ledger.tick(result, ledger.now().plusMillis(5000)).facts()).hasSize(1);
  }

  @Test
  void repeatedTick_changesNothing() {
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);
    ledger.publish(brief("b", "2026-04-14T09:00:00Z"));
    ledger.publish(result);
    Instant over = ledger.now().plusSeconds(5);
    ledger.tick(result, over);

    assertThat(ledger.tick(result, over).facts()).isEmpty();
  }

  @Test
  void policyNone_routesAtOnceAndQuarantinesLater() {
    TestLedger eager =
        new TestLedger(new HoldPolicy(HoldPolicy.Holds.NONE, Duration.ofSeconds(5)), 1);
    Handoff result = resultOfHash("r", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH);
    eager.publish(brief("b", "2026-04-14T09:00:00Z"));
    eager.publish(result);
    assertThat(eager.routes(result)).containsExactly("reviewer");

    eager.pass(6);

    assertThat(eager.quarantined(result)).extracting("routed").containsExactly(true);
  }

  @Test
  void policyDeclared_holdsUntilTheParentIsThere() {
    TestLedger patient =
        new TestLedger(new HoldPolicy(HoldPolicy.Holds.DECLARED, Duration.ofSeconds(5)), 1);
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    patient.publish(result);
    assertThat(patient.routes(result)).isEmpty();

    patient.publish(brief("b", "2026-04-14T09:00:00Z"));

    assertThat(patient.routes(result)).containsExactly("reviewer");
  }

  @Test
  void policyDeclared_routesWhenTheHoldIsOver() {
    TestLedger patient =
        new TestLedger(new HoldPolicy(HoldPolicy.Holds.DECLARED, Duration.ofSeconds(5)), 1);
    Handoff result = result("r", "2026-04-14T10:00:00Z", "b");
    patient.publish(result);

    patient.pass(6);

    assertThat(patient.routes(result)).containsExactly("reviewer");
  }

  // By natural key.

  @Test
  void reworkBeforeItsManifest_isLinkedWhenItArrives() {
    Handoff rework = manifest("run", "h2", "h1", "pending");
    Handoff first = manifest("run", "h1", null, "pending");
    ledger.publish(rework);

    ledger.publish(first);

    assertThat(ledger.link(rework).parent()).isEqualTo(first.id());
  }

  // In any order.

  @Property(tries = 300)
  void finalLinksAndAnswers_doNotDependOnTheOrderOfArrival(
      @ForAll("arrivals") List<Handoff> arrivals,
      @ForAll @IntRange(min = 1, max = 5) int partitions,
      @ForAll Random random) {
    TestLedger inOrder = new TestLedger();
    story().forEach(inOrder::publish);
    inOrder.pass(10);

    assertThat(outcome(arrivals, partitions, random)).isEqualTo(outcome(inOrder));
  }

  /** Messages between partitions arrive at any time, some only after all artifacts. */
  private static List<String> outcome(List<Handoff> arrivals, int partitions, Random random) {
    TestLedger ledger = new TestLedger(HoldPolicy.DEFAULT, partitions).holdingTheRelay();
    for (Handoff handoff : arrivals) {
      ledger.publish(handoff);
      for (int delivered = random.nextInt(3); delivered > 0; delivered--) {
        ledger.deliverNext(random.nextInt());
      }
    }
    while (ledger.deliverNext(random.nextInt())) {}
    ledger.pass(10);
    ledger.deliver();
    return outcome(ledger);
  }

  private static List<String> outcome(TestLedger ledger) {
    return story().stream()
        .map(
            handoff ->
                ledger.link(handoff) + " <- " + ledger.answers(handoff).stream().sorted().toList())
        .toList();
  }

  @Provide
  Arbitrary<List<Handoff>> arrivals() {
    return Arbitraries.shuffle(story());
  }

  /** Two briefs of one session at one instant, others around them, and children of each sort. */
  private static List<Handoff> story() {
    Handoff brief = brief("b", "2026-04-14T09:00:00Z");
    return List.of(
        brief,
        codelens(
            "planner_brief",
            "b",
            "2026-04-14T09:00:00Z",
            parent("builder_result", "r1", null),
            "builder-refactor"),
        brief("b", "2026-04-14T07:00:00Z"),
        brief("b", "2026-04-14T12:00:00Z"),
        result("r1", "2026-04-14T10:00:00Z", "b"),
        result("r2", "2026-04-14T06:00:00Z", "b"),
        result("r3", "2026-04-14T09:00:00Z", "b"),
        resultOfHash("r4", "2026-04-14T10:00:00Z", "b", brief.contentHash()),
        resultOfHash("r5", "2026-04-14T10:00:00Z", "b", NO_SUCH_HASH),
        result("r6", "2026-04-14T10:00:00Z", "never"),
        codelens(
            "planner_brief",
            "b",
            "2026-04-14T08:00:00Z",
            parent("planner_brief", "b", null),
            "builder-refactor"));
  }
}
