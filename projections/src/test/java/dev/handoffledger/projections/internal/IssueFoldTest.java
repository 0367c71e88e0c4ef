package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueLookup;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From facts on the ledger to issues, through the topology. */
class IssueFoldTest {
  private static final Instant T0 = Instant.parse("2026-11-01T10:00:00Z");
  private static final IssueFilter ANY = new IssueFilter(null, null, null);

  @TempDir private Path folder;
  private SampleLedger ledger = new SampleLedger();
  private TestProjections projections;

  private final Leg brief = new Leg("plan", "planner_brief", 0, null, "{}");
  private final Leg result = new Leg("build", "builder_result", 1, brief, "{}");
  private final Leg refusal =
      new Leg(
          "review",
          "reviewer_verdict",
          2,
          result,
          """
          {"decision": "request_changes", "rationale": "No test covers it",
           "requested_changes": [{"statement": "Add a test", "path": "src/a"}]}""");
  private final Leg rework = new Leg("plan-2", "planner_brief", 3, result, "{}");
  private final Leg result2 = new Leg("build-2", "builder_result", 4, rework, "{}");
  private final Leg approval =
      new Leg("review-2", "reviewer_verdict", 5, result2, "{\"decision\": \"approve\"}");
  private final List<Leg> chain = List.of(brief, result, refusal, rework, result2, approval);

  /** A CodeLens handoff in a session of its own. */
  private record Leg(String name, String kind, int minutes, Leg parent, String payload) {
    String session() {
      return "codelens/" + name;
    }

    String id() {
      return "sha256:" + Sha256.hex(name.getBytes(StandardCharsets.UTF_8));
    }

    byte[] artifact() {
      return "{\"kind\": \"%s\", \"producer\": {\"role\": \"reviewer\"}, \"payload\": %s}"
          .formatted(kind, payload)
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  @BeforeEach
  void start() {
    projections = new TestProjections(folder, 1);
  }

  @AfterEach
  void stop() {
    projections.close();
  }

  @Test
  void rejectedChain_isAnIssueWithARunForEachBrief() {
    chain.forEach(leg -> record(leg, link(leg), null));

    IssueView issue = only();
    JsonNode packet = packet(issue);
    assertThat(issue.state()).isEqualTo(IssueState.NEEDS_DECISION);
    assertThat(issue.projectId()).isEqualTo("default");
    assertThat(issue.title()).isEqualTo("Changes requested: Add a test");
    assertThat(packet.at("/evidence/evidence_ids").get(0).asText()).isEqualTo(refusal.id());
    assertThat(packet.path("loop_history").findValuesAsText("run_id"))
        .containsExactlyInAnyOrder(brief.id(), rework.id());
    assertThat(packet.path("loop_history").findValuesAsText("furthest_stage"))
        .containsExactlyInAnyOrder("changes_requested", "review_approved");
    assertThat(packet.path("loop_history").findValuesAsText("merged")).containsOnly("false");
    assertThat(packet.path("loop_history").findValuesAsText("verified")).containsOnly("false");
  }

  @Test
  void chainWithoutARejection_isNoIssue() {
    List.of(brief, result).forEach(leg -> record(leg, link(leg), null));

    assertThat(issues()).isEmpty();
  }

  @RepeatedTest(10)
  void anyOrderOfArrival_givesTheSamePacket(RepetitionInfo repetition) {
    chain.forEach(leg -> record(leg, link(leg), null));
    byte[] inOrder = only().packet();
    projections.close();
    ledger = new SampleLedger();
    projections = new TestProjections(folder.resolve("shuffled"), 1);

    List<Leg> shuffled = new ArrayList<>(chain);
    Collections.shuffle(shuffled, new Random(repetition.getCurrentRepetition()));
    List<Leg> arrived = new ArrayList<>();
    for (Leg leg : shuffled) {
      boolean parentIsThere = leg.parent() == null || arrived.contains(leg.parent());
      record(leg, parentIsThere ? link(leg) : pending(leg), null);
      arrived.stream()
          .filter(child -> leg.equals(child.parent()))
          .forEach(child -> projections.publish(linked(child)));
      arrived.add(leg);
    }

    assertThat(only().packet()).isEqualTo(inOrder);
  }

  @Test
  void rejectionWhoseParentComesLater_keepsItsOldIdAsAnAlias() {
    record(refusal, pending(refusal), null);
    String before = only().id();

    List.of(brief, result).forEach(leg -> record(leg, link(leg), null));
    projections.publish(linked(refusal));

    assertThat(only().id()).isNotEqualTo(before);
    assertThat(lookup(before).issues()).extracting(IssueView::id).containsExactly(only().id());
  }

  @Test
  void decisionOnAnIssueOfRejections_isItsReceipt() {
    List.of(brief, result, refusal).forEach(leg -> record(leg, link(leg), null));

    publish(decided("default", only().id(), "patch"));

    assertThat(only().state()).isEqualTo(IssueState.SELECTED);
    assertThat(only().decision()).isEqualTo("patch");
  }

  @Test
  void quarantinedRejection_opensNothing() {
    record(refusal, Link.mismatch(reference(result)), null);

    assertThat(issues()).isEmpty();
  }

  @Test
  void rejectionThatNamesAnIssue_isEvidenceOfIt() {
    publish(diagnosed("default", "iss-1", "slow search"));
    List.of(brief, result).forEach(leg -> record(leg, link(leg), null));
    record(refusal, link(refusal), "iss-1");

    assertThat(only().id()).isEqualTo("iss-1");
    assertThat(packet(only()).at("/evidence/evidence_ids").toString()).contains(refusal.id());
  }

  @Test
  void idsWithOneFingerprint_areOneIssue() {
    publish(diagnosed("shop", "iss-1", "slow search"));
    publish(diagnosed("shop", "iss-2", "slow search"));

    assertThat(only().aliases()).containsExactly("iss-2");
    assertThat(lookup("iss-2").issues()).extracting(IssueView::id).containsExactly("iss-1");
  }

  @Test
  void oneFingerprintInTwoProjects_isTwoIssues() {
    publish(diagnosed("shop", "iss-1", "slow search"));
    publish(diagnosed("bank", "iss-1", "slow search"));

    assertThat(issues()).hasSize(2);
    assertThat(lookup("if_slow_search").issues())
        .extracting(IssueView::projectId)
        .containsExactlyInAnyOrder("bank", "shop");
  }

  @Test
  void decisionBeforeTheDiagnosis_waitsForIt() {
    publish(decided("shop", "iss-1", "defer"));
    assertThat(lookup("iss-1")).isEqualTo(new IssueLookup(List.of(), List.of("shop")));

    publish(diagnosed("shop", "iss-1", "slow search"));
    assertThat(only().state()).isEqualTo(IssueState.DEFERRED);
  }

  @Test
  void listing_isByUrgencyAndGoesOnFromItsCursor() {
    publish(diagnosed("shop", "iss-3", "c").replace("\"priority\": 5", "\"priority\": 9"));
    publish(diagnosed("shop", "iss-2", "b"));
    publish(diagnosed("shop", "iss-1", "a").replace("\"priority\": 5", "\"priority\": 0.5"));

    var first = projections.queries().issues(ANY, null, 2);
    assertThat(first.items()).extracting(IssueView::id).containsExactly("iss-1", "iss-2");
    var second = projections.queries().issues(ANY, first.next(), 2);
    assertThat(second.items()).extracting(IssueView::id).containsExactly("iss-3");
    assertThat(second.next()).isNull();
  }

  @Test
  void listingOfAState_hasNoOther() {
    publish(diagnosed("shop", "iss-1", "a"));
    publish(diagnosed("shop", "iss-2", "b"));
    publish(decided("shop", "iss-2", "skip"));

    assertThat(
            projections
                .queries()
                .issues(new IssueFilter(null, IssueState.SKIPPED, null), null, 9)
                .items())
        .extracting(IssueView::id)
        .containsExactly("iss-2");
  }

  @Test
  void listingOfAProject_hasNoOther() {
    publish(diagnosed("shop", "iss-1", "a"));
    publish(diagnosed("bank", "iss-2", "b"));

    assertThat(projections.queries().issues(new IssueFilter("bank", null, null), null, 9).items())
        .extracting(IssueView::id)
        .containsExactly("iss-2");
  }

  @Test
  void listingOfASeverity_hasNoOther() {
    publish(diagnosed("shop", "iss-1", "a"));
    publish(diagnosed("shop", "iss-2", "b").replace("\"error\"", "\"warn\""));

    assertThat(projections.queries().issues(new IssueFilter(null, null, "warn"), null, 9).items())
        .extracting(IssueView::id)
        .containsExactly("iss-2");
  }

  @Test
  void projectThatNoEventCouldName_isFoundByItsOwnNameAndByItsId() {
    record(refusal, pending(refusal), null, "Größe & Zahl");

    String id = only().projectId();
    assertThat(id).isEqualTo("Gr%C3%B6%C3%9Fe%20%26%20Zahl");
    assertThat(projections.queries().issue(only().id(), "Größe & Zahl").issues()).hasSize(1);
    assertThat(projections.queries().issue(only().id(), id).issues()).hasSize(1);
  }

  @Test
  void issueThatNoEventCouldName_isNone() {
    record(refusal, pending(refusal), "not an id");

    assertThat(only().id()).startsWith("iss_");
  }

  @Test
  void event_isWaitedForUntilItsIssueTellsOfIt() throws InterruptedException {
    String event = diagnosed("a/b", "iss-1", "a");
    String session = "loopops/a%2Fb/iss-1";
    Reading read = new HandoffReader().read(event.getBytes(StandardCharsets.UTF_8));
    String id = ((Reading.Accepted) read).handoff().id();

    assertThat(projections.queries().waitForIssue(session, id, Duration.ZERO)).isFalse();
    publish(event);

    assertThat(projections.queries().waitForIssue(session, id, Duration.ZERO)).isTrue();
  }

  // The harness.

  private void record(Leg leg, Link link, String issue) {
    record(leg, link, issue, null);
  }

  private void record(Leg leg, Link link, String issue, String project) {
    Instant time = T0.plusSeconds(60L * leg.minutes());
    Fact.Recorded body =
        new Fact.Recorded(
            "codelens",
            leg.kind(),
            null,
            new Timestamp(time.toString(), time),
            List.of(),
            link,
            null,
            null,
            List.of(),
            Sha256.hex(leg.artifact()),
            null,
            project,
            issue,
            null,
            null,
            null,
            null);
    projections.publish(ledger.append(leg.session(), leg.id(), body, leg.artifact()));
  }

  private static ParentReference reference(Leg parent) {
    return new ParentReference(parent.session(), parent.kind(), null, null, true);
  }

  private static Link link(Leg leg) {
    return leg.parent() == null
        ? Link.ROOT
        : Link.linked(reference(leg.parent()), leg.parent().id(), false, false);
  }

  private static Link pending(Leg leg) {
    return Link.pending(reference(leg.parent()));
  }

  private Fact linked(Leg leg) {
    return ledger.append(
        leg.session(), leg.id(), new Fact.Linked(link(leg), 1), new byte[] {'{', '}'});
  }

  private void publish(String event) {
    projections.publish(ledger.record(event));
  }

  private static String diagnosed(String project, String issue, String rule) {
    return """
        {"event": "loopops.issue_diagnosed/v1", "record_id": "d-%2$s",
         "occurred_at": "2026-11-01T09:00:00Z", "project": {"project_id": "%1$s"},
         "issue": {"id": "%2$s", "rule": "%3$s", "title": "It is slow", "severity": "error",
          "priority": 5},
         "diagnosed_by": "codex", "recommended_next": "Make it quick",
         "evidence": {"occurrences": 2, "evidence_ids": ["rec-1"]},
         "success_criteria": {"definition": "It is quick", "metric": "failure_rate"}}"""
        .formatted(project, issue, rule);
  }

  private static String decided(String project, String issue, String decision) {
    return """
        {"event": "loopops.issue_decided/v1", "record_id": "r-1",
         "occurred_at": "2026-11-02T09:00:00Z", "project": {"project_id": "%s"},
         "issue": {"id": "%s"}, "decision": "%s", "decided_by": "ada",
         "decided_via": "api_self_reported", "rationale": "It matters"}"""
        .formatted(project, issue, decision);
  }

  private List<IssueView> issues() {
    return projections.queries().issues(ANY, null, 100).items();
  }

  private IssueView only() {
    assertThat(issues()).hasSize(1);
    return issues().get(0);
  }

  private IssueLookup lookup(String name) {
    return projections.queries().issue(name, null);
  }

  /** The packet, which its own schema accepts. */
  private static JsonNode packet(IssueView issue) {
    assertThat(new HandoffReader().read(issue.packet())).isInstanceOf(Reading.Accepted.class);
    return IssueJson.node(issue.packet());
  }
}
