package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.Lineage.Cut;
import dev.handoffledger.projections.Lineage.Direction;
import dev.handoffledger.projections.Lineage.Edge;
import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Circles, several successors, and chains and sessions that are larger than is read at once. */
class ChainBoundsTest {
  private static final Instant T0 = Instant.parse("2026-11-01T10:00:00Z");

  @TempDir private Path folder;

  private final SampleLedger ledger = new SampleLedger();
  private TestProjections projections;
  private LedgerQueries queries;

  @BeforeEach
  void start() {
    projections = new TestProjections(folder, 3);
    queries = projections.queries();
  }

  @AfterEach
  void stop() {
    projections.close();
  }

  // Circles.

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void circleInAnyOrderOfArrival_hasTheLeastOwnTimeAsItsRoot(boolean firstComesFirst) {
    SampleHandoff first = manifest("first", 0);
    SampleHandoff second = manifest("second", 1);
    publish(firstComesFirst ? first : second);
    ledger.at(SampleLedger.START.plusSeconds(9));
    publish(firstComesFirst ? second : first);
    answer(first, second);
    answer(second, first);

    ChainView chain = queries.chain(second.id()).orElseThrow();

    assertThat(chain.root()).isEqualTo(first.id());
    assertThat(chain.circular()).isTrue();
  }

  @Test
  void circle_hasALinkForEachOfItsHandoffs() {
    SampleHandoff first = manifest("first", 0);
    SampleHandoff second = manifest("second", 1);
    publish(first);
    publish(second);
    answer(first, second);
    answer(second, first);

    assertThat(lineage(first, Direction.DOWN, 10, 10).edges())
        .containsExactlyInAnyOrder(
            new Edge(first.id(), second.id(), false), new Edge(second.id(), first.id(), false));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void circle_isListedOnceByItsRoot(boolean firstComesFirst) {
    SampleHandoff first = manifest("first", 0);
    SampleHandoff second = manifest("second", 1);
    publish(firstComesFirst ? first : second);
    publish(firstComesFirst ? second : first);
    answer(first, second);
    answer(second, first);

    assertThat(queries.chains(null, null, 10).items())
        .extracting(ChainView::root)
        .containsExactly(first.id());
  }

  @Test
  void handoffThatLeadsIntoACircle_isNoRootOfAnother() {
    SampleHandoff first = manifest("first", 0);
    SampleHandoff second = manifest("second", 1);
    SampleHandoff after = manifest("after", 2);
    List.of(first, second, after).forEach(this::publish);
    answer(first, second);
    answer(second, first);
    answer(second, after);

    assertThat(queries.chains(null, null, 10).items())
        .extracting(ChainView::root)
        .containsExactly(first.id());
  }

  @Test
  void handoffThatLeadsIntoACircle_isOfItsChain() {
    SampleHandoff first = manifest("first", 0);
    SampleHandoff second = manifest("second", 1);
    SampleHandoff after = manifest("after", 2);
    List.of(first, second, after).forEach(this::publish);
    answer(first, second);
    answer(second, first);
    answer(second, after);

    assertThat(queries.chain(after.id()).orElseThrow().root()).isEqualTo(first.id());
  }

  // Successors by rule.

  @Test
  void handoffsWithOnePredecessor_allComeOfIt() {
    SampleHandoff before = SampleHandoff.kxm("r", "a", T0, "planner", "coder");
    SampleHandoff one = SampleHandoff.kxm("r", "b", T0.plusSeconds(1), "coder", "critic");
    SampleHandoff other = SampleHandoff.kxm("r", "c", T0.plusSeconds(2), "coder", "critic");
    List.of(before, one, other).forEach(this::publish);

    assertThat(lineage(before, Direction.DOWN, 1, 10).nodes())
        .extracting(HandoffView::id)
        .containsExactly(before.id(), one.id(), other.id());
  }

  @Test
  void followerOfALaterOffer_doesNotComeOfTheEarlierOne() {
    SampleHandoff before = SampleHandoff.kxm("r", "a", T0, "planner", "coder");
    SampleHandoff later = SampleHandoff.kxm("r", "b", T0.plusSeconds(1), "planner", "coder");
    SampleHandoff follower = SampleHandoff.kxm("r", "c", T0.plusSeconds(2), "coder", "critic");
    List.of(before, later, follower).forEach(this::publish);

    assertThat(lineage(before, Direction.DOWN, 1, 10).nodes())
        .extracting(HandoffView::id)
        .containsExactly(before.id());
  }

  // Limits.

  @Test
  void lineageOfExactlyItsLimit_isNotCut() {
    SampleHandoff parent = SampleHandoff.of("codelens/parent", "parent");
    publish(parent);
    children(parent, 9).forEach(this::publishAnswering);

    assertThat(lineage(parent, Direction.DOWN, 1, 10).cut()).isNull();
    assertThat(lineage(parent, Direction.DOWN, 1, 9).cut()).isEqualTo(Cut.LIMIT);
  }

  @Test
  void chainOfManyLeaves_isReadByThePageOfChains() {
    SampleHandoff parent = SampleHandoff.of("codelens/parent", "parent");
    publish(parent);
    children(parent, 50).forEach(this::publishAnswering);

    assertThat(queries.chains(null, null, 10).items()).hasSize(1);
  }

  // The gate of a session.

  @Test
  void handoffBeforeMoreFactsThanAreReadAtOnce_isJudgedToo() {
    SampleHandoff brief = SampleHandoff.of("codelens/long", "brief");
    publish(brief);
    projections.publish(
        ledger.lease(brief, new Fact.Claimed("one", T0.plusSeconds(60), 1, null, null)));
    for (int second = 0; second < 1100; second++) {
      projections.publish(
          ledger.lease(brief, new Fact.Renewed(2, "one", T0.plusSeconds(60 + second))));
    }

    assertThat(objections(brief.session())).containsExactly("no_verdict");
  }

  @Test
  void sessionOfMoreChainsThanAreJudged_doesNotPass() {
    for (int number = 0; number < 101; number++) {
      publish(
          SampleHandoff.of("codelens/many", "v" + number)
              .withKind("reviewer_verdict")
              .withRoles("merge-gate"));
    }

    assertThat(objections("codelens/many")).contains("chain_cut");
  }

  @Test
  void sessionOfOneChain_isJudgedOnce() {
    for (int number = 0; number < 300; number++) {
      publish(SampleHandoff.cortex("task", "h%03d".formatted(number), T0.plusSeconds(number)));
    }

    assertThat(queries.gate("cortex/task").orElseThrow().chains()).hasSize(1);
  }

  // Claims.

  @Test
  void claimableOfSessions_isTheOldestOfAllOfThem() {
    SampleHandoff late = SampleHandoff.of("codelens/a", "late");
    SampleHandoff early = SampleHandoff.of("codelens/b", "early");
    SampleHandoff elsewhere = SampleHandoff.of("codelens/c", "elsewhere");
    SampleHandoff forOthers = SampleHandoff.of("codelens/b", "for others").withRoles("reviewer");
    List.of(early, elsewhere, forOthers).forEach(this::publish);
    ledger.at(SampleLedger.START.plusSeconds(1));
    publish(late);

    assertThat(
            queries.claimable(
                new ClaimFilter(
                    "builder-refactor", Set.of(), Set.of(), Set.of("codelens/a", "codelens/b")),
                10))
        .extracting(HandoffView::id)
        .containsExactly(early.id(), late.id());
  }

  @Test
  void whatIsFree_isClaimableBehindMoreThanIsReadOfWhatIsHeld() {
    for (int number = 0; number <= 5_000; number++) {
      SampleHandoff held = SampleHandoff.of("codelens/held-" + number, "held " + number);
      publish(held);
      projections.publish(
          ledger.lease(held, new Fact.Claimed("one", T0.plusSeconds(99_999), 1, null, null)));
    }
    SampleHandoff free = SampleHandoff.of("codelens/free", "free");
    ledger.at(SampleLedger.START.plusSeconds(1));
    publish(free);

    assertThat(
            queries.claimable(
                new ClaimFilter("builder-refactor", Set.of(), Set.of(), Set.of()), 10))
        .extracting(HandoffView::id)
        .containsExactly(free.id());
  }

  // The harness.

  private List<String> objections(String target) {
    return queries.gate(target).orElseThrow().objections().stream()
        .map(GateVerdict.Objection::code)
        .toList();
  }

  private Lineage lineage(SampleHandoff of, Direction direction, int depth, int limit) {
    return queries.lineage(of.id(), direction, depth, limit).orElseThrow();
  }

  private static SampleHandoff manifest(String name, int seconds) {
    return SampleHandoff.of("kxm/run", name)
        .withKind("handoff_manifest")
        .withTime(T0.plusSeconds(seconds));
  }

  private static List<SampleHandoff> children(SampleHandoff parent, int count) {
    List<SampleHandoff> children = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      children.add(
          SampleHandoff.of("codelens/child-" + number, "child").withKind("builder_result"));
    }
    return children.stream().map(child -> child.withLink(linked(parent))).toList();
  }

  private void publish(SampleHandoff handoff) {
    projections.publish(ledger.record(handoff));
  }

  private void publishAnswering(SampleHandoff child) {
    SampleHandoff parent = SampleHandoff.of("codelens/parent", "parent");
    projections.publish(ledger.record(child), ledger.answer(parent, child));
  }

  /** Links a child that was recorded as a root. */
  private void answer(SampleHandoff parent, SampleHandoff child) {
    projections.publish(ledger.link(child, linked(parent)), ledger.answer(parent, child));
  }

  private static Link linked(SampleHandoff parent) {
    return Link.linked(
        new ParentReference(parent.session(), parent.kind(), null, null, true),
        parent.id(),
        false,
        false);
  }
}
