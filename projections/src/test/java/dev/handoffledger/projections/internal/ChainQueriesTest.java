package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.projections.ChainState;
import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.Lineage.Cut;
import dev.handoffledger.projections.Lineage.Direction;
import dev.handoffledger.projections.Lineage.Edge;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class ChainQueriesTest {
  private static final Instant T0 = Instant.parse("2026-11-01T10:00:00Z");

  @TempDir private Path folder;

  private final SampleLedger ledger = new SampleLedger();
  private final SampleHandoff brief = leg("b", "planner_brief", 0, null, "builder-refactor");
  private final SampleHandoff result = leg("r", "builder_result", 1, brief, "reviewer");
  private final SampleHandoff refusal = leg("v", "reviewer_verdict", 2, result, "planner-reviewer");
  private final SampleHandoff rework = leg("b2", "planner_brief", 3, result, "builder-refactor");
  private final SampleHandoff result2 = leg("r2", "builder_result", 4, rework, "reviewer");
  private final SampleHandoff approval = leg("v2", "reviewer_verdict", 5, result2, "merge-gate");

  private TestProjections projections;
  private LedgerQueries queries;

  @BeforeEach
  void start() {
    projections = new TestProjections(folder, 1);
    queries = projections.queries();
  }

  @AfterEach
  void stop() {
    projections.close();
  }

  // Lineage.

  @Test
  void lineageUp_isTheWayToTheRoot() {
    publishAll();

    Lineage lineage = lineage(approval, Direction.UP, 50, 100);

    assertThat(lineage.nodes())
        .extracting(HandoffView::id)
        .containsExactly(approval.id(), result2.id(), rework.id(), result.id(), brief.id());
    assertThat(lineage.cut()).isNull();
  }

  @Test
  void lineageDown_isAllThatCameOfIt() {
    publishAll();

    assertThat(lineage(result, Direction.DOWN, 50, 100).nodes())
        .extracting(HandoffView::id)
        .startsWith(result.id())
        .containsExactlyInAnyOrder(
            result.id(), refusal.id(), rework.id(), result2.id(), approval.id());
  }

  @Test
  void lineageBoth_isTheWholeChain() {
    publishAll();

    Lineage lineage = lineage(result, Direction.BOTH, 50, 100);

    assertThat(lineage.nodes()).hasSize(6);
    assertThat(lineage.edges())
        .contains(
            new Edge(result.id(), brief.id(), false), new Edge(rework.id(), result.id(), false))
        .hasSize(5);
  }

  @Test
  void lineageBeyondItsDepth_saysThatItWasCut() {
    publishAll();

    Lineage lineage = lineage(brief, Direction.DOWN, 1, 100);

    assertThat(lineage.nodes())
        .extracting(HandoffView::id)
        .containsExactly(brief.id(), result.id());
    assertThat(lineage.cut()).isEqualTo(Cut.DEPTH);
  }

  @Test
  void parentOfTwoThousand_isCutAtTheLimit() {
    publish(brief);
    for (int number = 0; number < 2000; number++) {
      SampleHandoff child = leg("c" + number, "builder_result", 1, brief, "reviewer");
      publish(child);
      projections.publish(ledger.answer(brief, child));
    }

    Lineage lineage = lineage(brief, Direction.DOWN, 5, 300);

    assertThat(lineage.nodes()).hasSize(300);
    assertThat(lineage.cut()).isEqualTo(Cut.LIMIT);
  }

  @Test
  void chainOfFiveHundredRounds_isReadWhole() {
    SampleHandoff last = longChain(500);

    ChainView chain = queries.chain(last.id()).orElseThrow();

    assertThat(chain.root()).isEqualTo(brief.id());
    assertThat(chain.rounds()).isEqualTo(500);
    assertThat(chain.lineage().cut()).isNull();
  }

  @Test
  void lineageOfALongChain_endsAtItsDepth() {
    SampleHandoff last = longChain(500);

    Lineage lineage = lineage(last, Direction.UP, 100, 1000);

    assertThat(lineage.nodes()).hasSize(101);
    assertThat(lineage.cut()).isEqualTo(Cut.DEPTH);
  }

  @Test
  void answerWhoseOwnLinkIsNotReadYet_isNotInTheLineage() {
    publish(brief);
    publish(result.withLink(pending()));
    projections.publish(ledger.answer(brief, result));

    assertThat(lineage(brief, Direction.DOWN, 5, 10).nodes())
        .extracting(HandoffView::id)
        .containsExactly(brief.id());
  }

  @Test
  void answersWhoseLinksAreNotReadYet_takeNoRoomFromThoseLinked() {
    publish(brief);
    for (int number = 0; number < 20; number++) {
      SampleHandoff child =
          leg("c" + number, "builder_result", 1, number == 19 ? brief : null, "reviewer");
      publish(number == 19 ? child : child.withLink(pending()));
      projections.publish(ledger.answer(brief, child));
    }

    assertThat(lineage(brief, Direction.DOWN, 5, 10).nodes()).hasSize(2);
  }

  @Test
  void successionByRule_isALinkByRule() {
    SampleHandoff one = SampleHandoff.cortex("t", "h1", T0);
    SampleHandoff two = SampleHandoff.cortex("t", "h2", T0.plusSeconds(1));
    publish(two);
    publish(one);

    assertThat(lineage(one, Direction.DOWN, 5, 10).edges())
        .containsExactly(new Edge(two.id(), one.id(), true));
  }

  @Test
  void unknownHandoff_hasNoLineage() {
    assertThat(queries.lineage(brief.id(), Direction.UP, 1, 1)).isEmpty();
  }

  @Test
  void lineageWithoutDepth_isRefused() {
    assertThatThrownBy(() -> queries.lineage(brief.id(), Direction.UP, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  // Chains.

  @ParameterizedTest
  @CsvSource({
    "1, OPEN, 0",
    "2, REVIEWING, 0",
    "3, CHANGES_REQUESTED, 0",
    "4, OPEN, 1",
    "5, REVIEWING, 1",
    "6, APPROVED, 1"
  })
  void chain_isAsFarAsItsNewestLeg(int legs, ChainState state, int rounds) {
    List.of(brief, result, refusal, rework, result2, approval)
        .subList(0, legs)
        .forEach(this::publishAnswering);

    ChainView chain = queries.chain(brief.id()).orElseThrow();

    assertThat(chain.state()).isEqualTo(state);
    assertThat(chain.rounds()).isEqualTo(rounds);
  }

  @Test
  void chainInAnyOrderOfArrival_isTheSame() {
    publishAll();
    ChainView inOrder = queries.chain(approval.id()).orElseThrow();
    for (int seed = 0; seed < 6; seed++) {
      List<SampleHandoff> legs =
          new ArrayList<>(List.of(brief, result, refusal, rework, result2, approval));
      Collections.shuffle(legs, new Random(seed));
      try (TestProjections other =
          new TestProjections(folder.resolve("order-" + seed), 1 + seed % 3)) {
        SampleLedger otherLedger = new SampleLedger();
        legs.forEach(leg -> other.publish(otherLedger.record(leg)));
        legs.forEach(leg -> answer(otherLedger, leg, other));

        ChainView chain = other.queries().chain(approval.id()).orElseThrow();

        assertThat(chain.state()).isEqualTo(inOrder.state());
        assertThat(chain.rounds()).isEqualTo(inOrder.rounds());
        assertThat(chain.root()).isEqualTo(inOrder.root());
      }
    }
  }

  @Test
  void chainWhoseBriefIsHeld_isBeingBuilt() {
    publishAnswering(brief);
    projections.publish(
        ledger.lease(brief, new Fact.Claimed("one", T0.plusSeconds(99_999), 1, null, null)));

    assertThat(queries.chain(brief.id()).orElseThrow().state()).isEqualTo(ChainState.BUILDING);
  }

  @Test
  void chainWhoseVerdictBlocks_isBlocked() {
    SampleHandoff block = leg("vb", "reviewer_verdict", 2, result, "planner-reviewer", "human");
    List.of(brief, result, block).forEach(this::publishAnswering);

    assertThat(queries.chain(brief.id()).orElseThrow().state()).isEqualTo(ChainState.BLOCKED);
  }

  @Test
  void chainWithNothingLeftToDo_isClosed() {
    SampleHandoff one = SampleHandoff.cortex("t", "h1", T0);
    publish(one);
    projections.publish(
        ledger.lease(one, new Fact.Claimed("a", T0.plusSeconds(99_999), 1, null, null)),
        ledger.lease(one, new Fact.Completed(2, "a", null, null)));

    assertThat(queries.chain(one.id()).orElseThrow().state()).isEqualTo(ChainState.CLOSED);
  }

  @Test
  void chainThatWaits_saysForWhat() {
    List.of(brief, result, refusal, rework).forEach(this::publishAnswering);

    assertThat(queries.chain(brief.id()).orElseThrow().waitsFor())
        .extracting(HandoffView::id)
        .contains(rework.id())
        .doesNotContain(brief.id(), result.id());
  }

  @Test
  void rootThatFindsAParent_joinsItsChainAndItsOldIdStillLeadsThere() {
    SampleHandoff orphan = leg("r", "builder_result", 1, null, "reviewer").withLink(pending());
    publish(orphan);
    assertThat(queries.chain(orphan.id()).orElseThrow().orphaned()).isTrue();

    publish(brief);
    projections.publish(ledger.link(orphan, linked(brief)), ledger.answer(brief, orphan));

    ChainView chain = queries.chain(orphan.id()).orElseThrow();
    assertThat(chain.root()).isEqualTo(brief.id());
    assertThat(chain.orphaned()).isFalse();
  }

  @Test
  void circle_hasItsEarliestAsRootAndSaysSo() {
    SampleHandoff one = leg("k", "handoff_manifest", 0, null, "writer");
    SampleHandoff two = leg("k2", "handoff_manifest", 1, one, "writer");
    publish(one);
    publish(two);
    projections.publish(
        ledger.link(one, linked(two)), ledger.answer(one, two), ledger.answer(two, one));

    ChainView chain = queries.chain(two.id()).orElseThrow();

    assertThat(chain.circular()).isTrue();
    assertThat(chain.root()).isEqualTo(one.id());
    assertThat(chain.lineage().nodes()).hasSize(2);
  }

  @Test
  void chains_areListedByTheirRootsNewestFirst() {
    publishAll();
    SampleHandoff other = leg("other", "planner_brief", 9, null, "builder-refactor");
    ledger.at(SampleLedger.START.plusSeconds(60));
    publish(other);

    assertThat(queries.chains(null, null, 10).items())
        .extracting(ChainView::root)
        .containsExactly(other.id(), brief.id());
    assertThat(queries.chains(ChainState.APPROVED, null, 10).items())
        .extracting(ChainView::root)
        .containsExactly(brief.id());
  }

  @Test
  void chainsByPages_areEachOnce() {
    for (int number = 0; number < 25; number++) {
      publish(leg("p" + number, "planner_brief", number, null, "builder-refactor"));
    }
    Set<String> roots = new HashSet<>();
    String cursor = null;
    do {
      Page<ChainView> page = queries.chains(null, cursor, 4);
      page.items().forEach(chain -> assertThat(roots.add(chain.root())).isTrue());
      cursor = page.next();
    } while (cursor != null);

    assertThat(roots).hasSize(25);
  }

  // Orphans.

  @Test
  void orphans_areThoseWhoseParentHasNotComeTheLongestWaitingFirst() {
    SampleHandoff first = leg("o1", "builder_result", 1, null, "reviewer").withLink(pending());
    SampleHandoff second = leg("o2", "builder_result", 1, null, "reviewer").withLink(pending());
    publish(first);
    ledger.at(SampleLedger.START.plusSeconds(1));
    publish(second);
    publish(brief);

    assertThat(queries.orphans(null, 10).items())
        .extracting(HandoffView::id)
        .containsExactly(first.id(), second.id());
  }

  @Test
  void orphanThatIsLinked_isNone() {
    SampleHandoff orphan = leg("o1", "builder_result", 1, null, "reviewer").withLink(pending());
    publish(orphan);
    projections.publish(ledger.link(orphan, linked(brief)));

    assertThat(queries.orphans(null, 10).items()).isEmpty();
  }

  // Quarantine.

  @Test
  void quarantined_areThoseWhoseParentHasAnotherHash() {
    SampleHandoff forged = leg("q1", "builder_result", 1, null, "reviewer").withLink(pending());
    publish(brief);
    publish(forged);
    projections.publish(
        ledger.link(forged, Link.mismatch(reference("planner_brief", brief.session()))));

    assertThat(queries.quarantined(null, 10).items())
        .extracting(HandoffView::id)
        .containsExactly(forged.id());
  }

  @Test
  void quarantinedThatIsLinked_isNoLonger() {
    SampleHandoff late = leg("q1", "builder_result", 1, null, "reviewer").withLink(pending());
    publish(late);
    projections.publish(
        ledger.link(late, Link.mismatch(reference("planner_brief", brief.session()))),
        ledger.link(late, linked(brief)));

    assertThat(queries.quarantined(null, 10).items()).isEmpty();
  }

  // Leases.

  @Test
  void held_areThoseWithALeaseTheOneThatEndsFirstFirst() {
    SampleHandoff longer = leg("x1", "planner_brief", 0, null, "builder-refactor");
    SampleHandoff shorter = leg("x2", "planner_brief", 0, null, "builder-refactor");
    publish(longer);
    publish(shorter);
    publish(brief);
    projections.publish(
        ledger.lease(longer, new Fact.Claimed("one", T0.plusSeconds(900), 1, null, null)),
        ledger.lease(shorter, new Fact.Claimed("two", T0.plusSeconds(60), 1, null, null)));

    assertThat(queries.held(10))
        .extracting(HandoffView::id)
        .containsExactly(shorter.id(), longer.id());
  }

  @Test
  void leaseThatIsRenewed_takesItsNewPlaceAmongTheHeld() {
    SampleHandoff renewed = leg("x1", "planner_brief", 0, null, "builder-refactor");
    SampleHandoff other = leg("x2", "planner_brief", 0, null, "builder-refactor");
    publish(renewed);
    publish(other);
    projections.publish(
        ledger.lease(renewed, new Fact.Claimed("one", T0.plusSeconds(60), 1, null, null)),
        ledger.lease(other, new Fact.Claimed("two", T0.plusSeconds(90), 1, null, null)),
        ledger.lease(renewed, new Fact.Renewed(2, "one", T0.plusSeconds(900))));

    assertThat(queries.held(1)).extracting(HandoffView::id).containsExactly(other.id());
  }

  @Test
  void leaseThatEnded_isHeldByNobody() {
    publish(brief);
    projections.publish(
        ledger.lease(brief, new Fact.Claimed("one", T0.plusSeconds(60), 1, null, null)),
        ledger.lease(brief, new Fact.Expired(2, "one", T0, false)));

    assertThat(queries.held(10)).isEmpty();
  }

  // Claims.

  @Test
  void claimable_isWhatIsOpenAndHeldByNobodyOldestFirst() {
    SampleHandoff held = leg("x1", "planner_brief", 0, null, "builder-refactor");
    SampleHandoff free = leg("x2", "planner_brief", 0, null, "builder-refactor");
    publish(held);
    publish(free);
    projections.publish(
        ledger.lease(held, new Fact.Claimed("one", T0.plusSeconds(99_999), 1, null, null)));

    assertThat(queries.claimable(filter("builder-refactor"), 10))
        .extracting(HandoffView::id)
        .containsExactly(free.id());
  }

  @Test
  void whatWasGivenBack_isClaimableAgain() {
    publish(brief);
    projections.publish(
        ledger.lease(brief, new Fact.Claimed("one", T0.plusSeconds(99_999), 1, null, null)),
        ledger.lease(brief, new Fact.Released(2, "one", "one", "no time", false)));

    assertThat(queries.claimable(filter("builder-refactor"), 10))
        .extracting(HandoffView::id)
        .containsExactly(brief.id());
  }

  @Test
  void handoffGivenOutTooOften_isClaimableByAPersonOnly() {
    publish(brief);
    projections.publish(
        ledger.lease(brief, new Fact.Claimed("one", T0, 5, null, null)),
        ledger.lease(brief, new Fact.Expired(2, "one", T0, true)));

    assertThat(queries.claimable(filter("builder-refactor"), 10)).isEmpty();
    assertThat(queries.claimable(filter("human"), 10))
        .extracting(HandoffView::id)
        .containsExactly(brief.id());
  }

  @Test
  void claimable_isOnlyOfTheKindsAndSessionsAskedFor() {
    publish(brief);

    assertThat(
            queries.claimable(
                new ClaimFilter("builder-refactor", Set.of(), Set.of("session_baton"), Set.of()),
                10))
        .isEmpty();
    assertThat(
            queries.claimable(
                new ClaimFilter("builder-refactor", Set.of(), Set.of(), Set.of(brief.session())),
                10))
        .hasSize(1);
  }

  // The gate.

  @Test
  void approvedChain_passes() {
    publishAll();

    assertThat(queries.gate(brief.id()))
        .contains(new GateVerdict(true, List.of(brief.id()), List.of()));
  }

  @Test
  void sessionOfAnApprovedChain_passes() {
    publishAll();

    assertThat(queries.gate(result2.session()).orElseThrow().passes()).isTrue();
  }

  @Test
  void batonsOfASessionWhoseChainIsApproved_needNoVerdict() {
    publishAll();
    publish(baton(result2.session()));

    assertThat(objections(result2.session())).isEmpty();
  }

  @Test
  void sessionOfBatonsAlone_doesNotPass() {
    SampleHandoff baton = baton("codelens/solo");
    publish(baton);

    assertThat(objections("codelens/solo")).containsExactly("no_verdict");
  }

  private static SampleHandoff baton(String session) {
    return SampleHandoff.of(session, "baton").withKind("session_baton").withTime(T0);
  }

  @Test
  void chainWithoutAVerdict_doesNotPass() {
    List.of(brief, result).forEach(this::publishAnswering);

    assertThat(objections(brief.id())).containsExactly("no_verdict");
  }

  @Test
  void chainWhoseNewestVerdictAsksForChanges_doesNotPass() {
    List.of(brief, result, refusal).forEach(this::publishAnswering);

    assertThat(objections(brief.id())).containsExactly("not_approved");
  }

  @Test
  void workAfterTheApproval_doesNotPass() {
    publishAll();
    SampleHandoff late = leg("r3", "builder_result", 9, rework, "reviewer");
    publishAnswering(late);

    assertThat(objections(brief.id())).containsExactly("not_approved");
  }

  @Test
  void approvalWhoseParentHasNotCome_doesNotPass() {
    SampleHandoff lost = leg("lost", "reviewer_verdict", 1, null, "merge-gate").withLink(pending());
    publish(lost);

    assertThat(objections(lost.id())).containsExactly("link_pending");
  }

  @Test
  void approvalThatNamesNoParent_doesNotPass() {
    SampleHandoff alone = leg("alone", "reviewer_verdict", 1, null, "merge-gate");
    publish(alone);

    assertThat(objections(alone.id())).containsExactly("parent_missing");
  }

  @Test
  void chainWithSomethingInQuarantine_doesNotPass() {
    publish(brief);
    SampleHandoff forged =
        leg("forged", "builder_result", 1, null, "reviewer")
            .withLink(Link.mismatch(reference("planner_brief", brief.session())));
    publish(forged);
    SampleHandoff trusting = leg("trusting", "reviewer_verdict", 2, forged, "merge-gate");
    publishAnswering(trusting);

    assertThat(objections(trusting.id())).contains("quarantined");
  }

  @Test
  void unknownTarget_isNotJudged() {
    assertThat(queries.gate(brief.id())).isEmpty();
    assertThat(queries.gate("codelens/nobody")).isEmpty();
  }

  // The harness.

  private List<String> objections(String target) {
    return queries.gate(target).orElseThrow().objections().stream()
        .map(GateVerdict.Objection::code)
        .toList();
  }

  private SampleHandoff longChain(int rounds) {
    publishAnswering(brief);
    SampleHandoff before = brief;
    for (int round = 0; round < rounds; round++) {
      SampleHandoff built =
          leg("build-" + round, "builder_result", 10 + 2 * round, before, "reviewer");
      publishAnswering(built);
      before = leg("plan-" + round, "planner_brief", 11 + 2 * round, built, "builder-refactor");
      publishAnswering(before);
    }
    return before;
  }

  private Lineage lineage(SampleHandoff of, Direction direction, int depth, int limit) {
    return queries.lineage(of.id(), direction, depth, limit).orElseThrow();
  }

  private void publishAll() {
    List.of(brief, result, refusal, rework, result2, approval).forEach(this::publishAnswering);
  }

  private void publish(SampleHandoff handoff) {
    projections.publish(ledger.record(handoff));
  }

  private void publishAnswering(SampleHandoff handoff) {
    publish(handoff);
    answer(ledger, handoff, projections);
  }

  /** The facts in the parent's session that go with a link. */
  private static void answer(
      SampleLedger ledger, SampleHandoff handoff, TestProjections projections) {
    Link link = handoff.link();
    if (link.status() == Link.Status.LINKED) {
      SampleHandoff parent =
          SampleHandoff.of(link.parentSession(), link.parentSession().substring(9));
      projections.publish(ledger.answer(parent, handoff));
    }
  }

  private static SampleHandoff leg(
      String name, String kind, int minutes, SampleHandoff parent, String... roles) {
    return SampleHandoff.of("codelens/" + name, name)
        .withKind(kind)
        .withTime(T0.plusSeconds(60L * minutes))
        .withRoles(roles)
        .withLink(parent == null ? Link.ROOT : linked(parent));
  }

  private static Link linked(SampleHandoff parent) {
    return Link.linked(reference(parent.kind(), parent.session()), parent.id(), false, false);
  }

  private static Link pending() {
    return Link.pending(reference("planner_brief", "codelens/b"));
  }

  private static ParentReference reference(String kind, String session) {
    return new ParentReference(session, kind, null, null, true);
  }

  private static ClaimFilter filter(String role) {
    return new ClaimFilter(role, Set.of(), Set.of(), Set.of());
  }
}
