package dev.handoffledger.projections.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts, and the links that they show. */
class LinkByRuleTest {
  private static final Instant T = Instant.parse("2026-11-01T10:00:00Z");

  private final SampleLedger ledger = new SampleLedger();

  @Test
  void firstOfTask_isRootByRule() {
    SampleHandoff only = SampleHandoff.cortex("t", "a", T);
    assertThat(link(only, ledger.record(only)))
        .isEqualTo(new Link(Link.Status.ROOT, Link.By.RULE, null, null, null, false, false));
  }

  @Test
  void laterOfTask_isLinkedToTheOneBefore() {
    SampleHandoff first = SampleHandoff.cortex("t", "a", T);
    SampleHandoff second = SampleHandoff.cortex("t", "b", T.plusSeconds(1));
    assertThat(link(second, ledger.record(second), ledger.record(first)))
        .isEqualTo(
            new Link(
                Link.Status.LINKED,
                Link.By.RULE,
                first.id(),
                "cortex/t",
                "agent_handoff",
                false,
                false));
  }

  @Test
  void iterationAfterGap_isPending() {
    SampleHandoff three = SampleHandoff.ace("s", 3);
    assertThat(link(three, ledger.record(SampleHandoff.ace("s", 1)), ledger.record(three)))
        .isEqualTo(
            new Link(
                Link.Status.PENDING, Link.By.RULE, null, "ace/s", "agent_state", false, false));
  }

  @Test
  void gapThatCloses_linksWhatWaited() {
    SampleHandoff two = SampleHandoff.ace("s", 2);
    SampleHandoff three = SampleHandoff.ace("s", 3);
    assertThat(link(three, ledger.record(three), ledger.record(two)).parent()).isEqualTo(two.id());
  }

  @Test
  void firstIteration_isRoot() {
    SampleHandoff one = SampleHandoff.ace("s", 1);
    assertThat(link(one, ledger.record(one)).status()).isEqualTo(Link.Status.ROOT);
  }

  @Test
  void declaredLink_countsBeforeTheRule() {
    Link declared =
        Link.pending(new ParentReference("kxm/r", "handoff_manifest", "m0", null, true));
    SampleHandoff first = SampleHandoff.kxm("r", "m1", T, "planner", "coder");
    SampleHandoff rework =
        SampleHandoff.kxm("r", "m2", T.plusSeconds(1), "coder", "critic").withLink(declared);
    assertThat(link(rework, ledger.record(first), ledger.record(rework))).isEqualTo(declared);
  }

  @Test
  void successionNotShownAsLink_leavesTheRecordedLink() {
    SampleHandoff first = baton("a", T);
    SampleHandoff second = baton("b", T.plusSeconds(1));
    assertThat(link(second, ledger.record(first), ledger.record(second))).isEqualTo(Link.ROOT);
  }

  @Test
  void linkedFact_replacesTheRecordedLink() {
    Link linked =
        Link.linked(
            new ParentReference("codelens/p", "planner_brief", null, null, true),
            "sha256:" + "1".repeat(64),
            false,
            false);
    SampleHandoff result = SampleHandoff.of("codelens/b", "result");
    Fact recorded = ledger.record(result);
    Fact relinked = ledger.append(result.session(), result.id(), new Fact.Linked(linked, 1), null);
    assertThat(link(result, recorded, relinked)).isEqualTo(linked);
  }

  private static SampleHandoff baton(String name, Instant time) {
    return SampleHandoff.of("codelens/s", name)
        .withKind("session_baton")
        .withTime(time)
        .withSuccession(Succession.byTime("batons", "batons", name, false));
  }

  private static Link link(SampleHandoff handoff, Fact... facts) {
    MemoryRows rows = MemoryRows.of(List.of(facts));
    return ShownLink.of(rows.handoff(handoff.id()).orElseThrow(), rows);
  }
}
