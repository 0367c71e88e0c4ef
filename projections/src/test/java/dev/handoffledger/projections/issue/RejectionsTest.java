package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.WorkRejection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Issues that rejections open, alone and together with events. */
class RejectionsTest {
  private static final Instant T = Instant.parse("2026-05-01T10:00:00Z");
  private static final String ROOT = id("brief 1");
  private static final String FIRST = id("verdict 1");
  private static final String SECOND = id("verdict 2");
  private static final IssueScope CHAIN =
      IssueScope.ofRejections("shop", RejectionSource.ofCodeLensChain(ROOT, Set.of()));

  private static final List<IssueEntry> TWO_ROUNDS =
      List.of(
          new IssueEntry.Round(ROOT, "changes_requested", minute(2), FIRST),
          rejected(FIRST, 2, "warn", "Changes requested: name the field"),
          new IssueEntry.Round(id("brief 2"), "blocked", minute(5), SECOND),
          rejected(SECOND, 5, "error", "Blocked: it forges ids"));

  @Test
  void chainWithTwoRounds_givesThePacketOfTheContract() {
    String hex = ROOT.substring("sha256:".length());
    String fingerprint = "if_codelens_builder_result_" + hex;
    ObjectNode expected =
        (ObjectNode)
            Packets.json(
                """
                {
                  "packet": "loopops.handoff/v2",
                  "generated_at": "2026-05-01T10:05:00Z",
                  "issue": {
                    "fingerprint": "%1$s",
                    "id": "%2$s",
                    "title": "Blocked: it forges ids",
                    "state": "needs_decision",
                    "decision": "unknown",
                    "severity": "error",
                    "issue_class": null,
                    "harness_area": null,
                    "first_observed_at": "2026-05-01T10:02:00Z"
                  },
                  "project": {
                    "project_id": "shop",
                    "default_environment": null,
                    "environment": null,
                    "repository_full_name": null,
                    "repository_url": null
                  },
                  "diagnosis": {
                    "diagnosed_at": "2026-05-01T10:05:00Z",
                    "diagnosed_by": "claude-code",
                    "hypothesis": "Why: Blocked: it forges ids",
                    "recommended_next": "Do: Blocked: it forges ids"
                  },
                  "decision_receipt": null,
                  "evidence": {
                    "cluster_id": null,
                    "occurrences": 2,
                    "evidence_ids": ["%4$s", "%3$s"],
                    "how_to_read": "The handoffs that reject are here:\\n  GET /v1/handoffs/%6$s/artifact\\n  handoff show %6$s\\n  GET /v1/handoffs/%5$s/artifact\\n  handoff show %5$s"
                  },
                  "loop_history": [
                    {
                      "run_id": "%7$s", "furthest_stage": "blocked",
                      "coding_agent": null, "approved_by": null, "issue_url": null,
                      "pr_url": null, "pr_number": null,
                      "merged": false, "verified": false,
                      "verification_blocked": false, "verification_blocked_reason": null,
                      "verification_attempts": null,
                      "verification_failed": false, "verification_failed_verdict": null,
                      "verification_failed_reason": null, "delta": null
                    },
                    {
                      "run_id": "%8$s", "furthest_stage": "changes_requested",
                      "coding_agent": null, "approved_by": null, "issue_url": null,
                      "pr_url": null, "pr_number": null,
                      "merged": false, "verified": false,
                      "verification_blocked": false, "verification_blocked_reason": null,
                      "verification_attempts": null,
                      "verification_failed": false, "verification_failed_verdict": null,
                      "verification_failed_reason": null, "delta": null
                    }
                  ],
                  "success_criteria": {
                    "definition": "No handoff after the newest rejection rejects this chain again.",
                    "verification": {"tool": "loopops_verify", "metric": "feedback_rate"}
                  },
                  "approval": {
                    "required": true,
                    "constraints": [
                      "Open no issue and no pull request, merge, deploy and write nothing else outside without a person's explicit approval.",
                      "A merge is not a verification.",
                      "Never record a verification that was refused."
                    ]
                  }
                }
                """
                    .formatted(
                        fingerprint,
                        "iss_" + sha256("shop\n" + fingerprint).substring(0, 32),
                        FIRST,
                        SECOND,
                        FIRST.substring(7),
                        SECOND.substring(7),
                        id("brief 2"),
                        ROOT));

    ObjectNode packet = Packets.packet(CHAIN, TWO_ROUNDS);
    assertThat(Packets.pretty(packet)).isEqualTo(Packets.pretty(expected));
    Packets.assertValid(packet);
  }

  @Test
  void kxmRun_isOneIssueOfItsSession() {
    assertSession(new Kind("kxm", "handoff_manifest"), "kxm/run 7", "if_kxm_handoff_manifest_");
  }

  @Test
  void aceSession_isOneIssue() {
    assertSession(new Kind("ace", "agent_state"), "ace/s-1", "if_ace_agent_state_");
  }

  @Test
  void cortexTask_isOneIssueOfItsSession() {
    assertSession(new Kind("cortex", "agent_handoff"), "cortex/ű", "if_cortex_agent_handoff_");
  }

  private static void assertSession(Kind kind, String session, String prefix) {
    IssueScope scope = IssueScope.ofRejections("shop", RejectionSource.ofSession(kind, session));
    WorkRejection rejection =
        new WorkRejection("error", "Blocked: no disk", null, null, null, "failure_rate");
    ObjectNode packet =
        Packets.packet(
            scope, List.of(new IssueEntry.Rejected(id("x"), minute(1), minute(1), rejection)));

    assertThat(packet.at("/issue/fingerprint").asText()).isEqualTo(prefix + sha256(session));
    assertThat(packet.at("/diagnosis/diagnosed_by").isNull()).isTrue();
    assertThat(packet.at("/diagnosis/hypothesis").isNull()).isTrue();
    assertThat(packet.at("/diagnosis/recommended_next").asText())
        .isEqualTo(
            "The rejecting handoff advises nothing; read the evidence and ask who rejected the"
                + " work.");
    assertThat(packet.at("/success_criteria/definition").asText())
        .isEqualTo("No handoff after the newest rejection rejects this session again.");
    assertThat(packet.at("/success_criteria/verification/metric").asText())
        .isEqualTo("failure_rate");
    assertThat(packet.path("loop_history").isEmpty()).isTrue();
    Packets.assertValid(packet);
  }

  @Test
  void newestRejection_givesTheTexts_andAnyErrorTheSeverity() {
    JsonNode packet =
        Packets.packet(
            CHAIN,
            List.of(rejected(FIRST, 3, "error", "older"), rejected(SECOND, 4, "warn", "newer")));
    assertThat(packet.at("/issue/title").asText()).isEqualTo("newer");
    assertThat(packet.at("/issue/severity").asText()).isEqualTo("error");
  }

  @Test
  void roundsAlone_areNoDiagnosis() {
    assertThat(Issue.of(CHAIN, List.of(new IssueEntry.Round(ROOT, "review_approved", T, SECOND))))
        .isEqualTo(new FoldedIssue.Undiagnosed(CHAIN));
  }

  @Test
  void roundOfAWordThatEventsUse_isNeitherMergedNorCurrent() {
    List<IssueEntry> entries = new ArrayList<>(TWO_ROUNDS);
    entries.add(new IssueEntry.Round(id("brief 3"), "merged", minute(9), id("result 3")));
    ObjectNode packet = Packets.packet(CHAIN, entries);
    assertThat(packet.at("/loop_history/0/furthest_stage").asText()).isEqualTo("merged");
    assertThat(packet.at("/loop_history/0/merged").booleanValue()).isFalse();
    assertThat(packet.at("/issue/state").asText()).isEqualTo("needs_decision");
  }

  @Test
  void leaseOnAHandoffRecordedAfterTheFirstRejection_isProgress() {
    assertThat(packetWithLease(minute(3), minute(30)).at("/issue/state").asText())
        .isEqualTo("in_progress");
  }

  @Test
  void leaseThatCounts_isATimeThatThePacketUses() {
    assertThat(packetWithLease(minute(3), minute(30)).path("generated_at").asText())
        .isEqualTo("2026-05-01T10:30:00Z");
  }

  @Test
  void leaseOnAHandoffOfNoLaterThanTheFirstRejection_doesNotCount() {
    ObjectNode packet = packetWithLease(minute(2), minute(30));
    assertThat(packet.toString()).isEqualTo(Packets.packet(CHAIN, TWO_ROUNDS).toString());
  }

  private static ObjectNode packetWithLease(Instant recordedAt, Instant claimedAt) {
    List<IssueEntry> entries = new ArrayList<>(TWO_ROUNDS);
    entries.add(new IssueEntry.LiveLease(id("brief 2"), recordedAt, claimedAt));
    return Packets.packet(CHAIN, entries);
  }

  @Test
  void anotherRoot_leavesTheOldFingerprintAndIdAsAliases() {
    String oldRoot = id("result that lost its brief");
    IssueScope moved =
        IssueScope.ofRejections(
            "shop", RejectionSource.ofCodeLensChain(ROOT, Set.of(oldRoot, ROOT)));
    Issue issue = Packets.issue(moved, TWO_ROUNDS);
    Issue before =
        Packets.issue(
            IssueScope.ofRejections("shop", RejectionSource.ofCodeLensChain(oldRoot, Set.of())),
            TWO_ROUNDS);

    assertThat(issue.fingerprint()).isEqualTo(Packets.issue(CHAIN, TWO_ROUNDS).fingerprint());
    assertThat(issue.fingerprintAliases()).containsExactly(before.fingerprint());
    assertThat(issue.idAliases()).containsExactly(before.id());
  }

  @Test
  void rejectionThatNamesItsIssue_isKnownByThatId() {
    IssueScope named =
        new IssueScope("shop", "iss-1", RejectionSource.ofCodeLensChain(ROOT, Set.of()));
    assertThat(Packets.issue(named, TWO_ROUNDS).id()).isEqualTo("iss-1");
  }

  @Test
  void eventAndRejections_giveTheEventsTexts_andMergedEvidenceAndRuns() {
    IssueScope named =
        new IssueScope("shop", "iss-1", RejectionSource.ofCodeLensChain(ROOT, Set.of()));
    List<IssueEntry> entries = new ArrayList<>(TWO_ROUNDS);
    ObjectNode diagnosed = SampleEvents.diagnosed("r1", 0);
    diagnosed.put("occurred_at", "2026-05-01T10:03:00Z");
    entries.add(Packets.event(diagnosed));
    entries.add(Packets.event(SampleEvents.stage("r2", 48, "run-9", "approved")));
    ObjectNode packet = Packets.packet(named, entries);

    assertThat(packet.at("/issue/title").asText()).isEqualTo("Search times out");
    assertThat(packet.at("/issue/fingerprint").asText()).isEqualTo("if_search_times_out");
    assertThat(packet.at("/issue/first_observed_at").asText()).isEqualTo("2026-05-01T10:02:00Z");
    assertThat(packet.at("/evidence/occurrences").asInt()).isEqualTo(3);
    assertThat(packet.at("/evidence/evidence_ids"))
        .extracting(JsonNode::asText)
        .containsExactly(SECOND, "rec_r1", FIRST);
    assertThat(packet.path("loop_history"))
        .extracting(run -> run.path("run_id").asText())
        .containsExactly("run-9", id("brief 2"), ROOT);
    assertThat(packet.at("/evidence/how_to_read").asText())
        .contains("The events that cite them are here:", "The handoffs that reject are here:");
  }

  @Test
  void eventOnARoundsRun_takesTheRunFurther() {
    IssueScope named =
        new IssueScope("shop", "iss-1", RejectionSource.ofCodeLensChain(ROOT, Set.of()));
    List<IssueEntry> entries = new ArrayList<>(TWO_ROUNDS);
    entries.add(Packets.event(SampleEvents.stage("r2", 48, ROOT, "merged")));
    ObjectNode packet = Packets.packet(named, entries);
    assertThat(packet.path("loop_history"))
        .extracting(run -> run.path("furthest_stage").asText())
        .containsExactly("merged", "blocked");
  }

  @Test
  void eventThatARoundsRunWasDiagnosed_leavesTheRoundsStage() {
    IssueScope named =
        new IssueScope("shop", "iss-1", RejectionSource.ofCodeLensChain(ROOT, Set.of()));
    List<IssueEntry> entries = new ArrayList<>(TWO_ROUNDS);
    entries.add(Packets.event(SampleEvents.stage("r2", 48, ROOT, "diagnosed")));
    ObjectNode packet = Packets.packet(named, entries);
    assertThat(packet.path("loop_history"))
        .extracting(run -> run.path("furthest_stage").asText())
        .containsExactly("changes_requested", "blocked");
  }

  @Test
  void rejectionsOfNobodyKnowsWhat_areAMistakeOfTheCaller() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Issue.of(IssueScope.ofEvents("shop", "iss-1"), TWO_ROUNDS));
  }

  private static IssueEntry.Rejected rejected(
      String handoffId, int minute, String severity, String title) {
    return new IssueEntry.Rejected(
        handoffId,
        minute(minute),
        minute(minute),
        new WorkRejection(
            severity, title, "claude-code", "Why: " + title, "Do: " + title, "feedback_rate"));
  }

  private static Instant minute(int minute) {
    return T.plusSeconds(60L * minute);
  }

  private static String id(String name) {
    return "sha256:" + sha256(name);
  }

  private static String sha256(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
  }
}
