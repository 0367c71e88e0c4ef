package dev.handoffledger.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.issue.FoldedIssue;
import dev.handoffledger.projections.issue.Issue;
import dev.handoffledger.projections.issue.IssueEntry;
import dev.handoffledger.projections.issue.IssueScope;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.projections.issue.LedgerCalls;
import dev.handoffledger.projections.issue.PacketBuilder;
import dev.handoffledger.schemas.format.IssueReference;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Issues with packets as the projections make them. */
final class SampleIssues {
  private SampleIssues() {}

  static String event(String project, String id, String rule) {
    return """
        {"event": "loopops.issue_diagnosed/v1", "record_id": "d-1",
         "occurred_at": "2026-11-01T09:00:00Z", "project": {"project_id": "%s"},
         "issue": {"id": "%s", "rule": "%s", "title": "It is <slow>", "severity": "error",
          "priority": 5},
         "diagnosed_by": "codex", "recommended_next": "Make it quick",
         "evidence": {"occurrences": 2, "evidence_ids": ["rec-1"]},
         "success_criteria": {"definition": "It is quick", "metric": "failure_rate"}}"""
        .formatted(project, id, rule);
  }

  static IssueView diagnosed(String project, String id, String rule) {
    ObjectNode event = (ObjectNode) GatewayUnderTest.json(event(project, id, rule));
    FoldedIssue folded =
        Issue.of(
            IssueScope.ofEvents(project, id),
            List.of(
                new IssueEntry.Event(
                    Samples.id(1), new IssueReference(project, id).session(), event)));
    ObjectNode packet =
        new PacketBuilder(new LedgerCalls()).build(((FoldedIssue.Diagnosed) folded).issue());
    return new IssueView(
        project,
        id,
        packet.at("/issue/fingerprint").textValue(),
        List.of("iss-old"),
        "It is <slow>",
        IssueState.NEEDS_DECISION,
        "unknown",
        "error",
        BigDecimal.valueOf(5),
        Instant.parse("2026-11-01T09:00:00Z"),
        Instant.parse("2026-11-01T09:00:00Z"),
        packet.toString().getBytes(StandardCharsets.UTF_8));
  }
}
