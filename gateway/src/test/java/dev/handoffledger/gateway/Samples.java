package dev.handoffledger.gateway;

import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Reply.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Artifacts and views for tests. */
final class Samples {
  static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private Samples() {}

  /** A valid CodeLens baton, of kind {@code session_baton}. */
  static byte[] baton(String sessionId, String goal) {
    return bytes(
        """
        {"schema_version": "codelens-handoff-artifact-v1", "kind": "session_baton",
         "session_id": "%s", "producer": {"role": "coding-agent", "surface": "workflow-first"},
         "created_at": "2026-04-14T08:30:07.123456+00:00",
         "payload": {"goal": "%s",
          "init_script": {"path": "scripts/init.sh", "last_status": "pass"},
          "feature_list": [{"id": "f1", "title": "parse rows", "status": "done",
           "evidence": "tests/rows"}],
          "progress_log": [{"at": "2026-04-14T08:30:07.123456+00:00", "summary": "rows parse",
           "feature_id": "f1"}],
          "resume_plan": ["run the crash test"],
          "artifacts": [{"kind": "file", "reference": "docs/import.md"}],
          "git": {"branch": "importer", "head": "9f2c1ab", "dirty_paths": []},
          "clean_state": {"status": "clean"}}}"""
            .formatted(sessionId, goal)
            .replace("\n", ""));
  }

  /** A valid CodeLens result without a parent, of kind {@code builder_result}. */
  static byte[] result(String sessionId) {
    return bytes(
        """
        {"schema_version": "codelens-handoff-artifact-v1", "kind": "builder_result",
         "session_id": "%s",
         "producer": {"role": "builder-refactor", "surface": "refactor-full"},
         "created_at": "2026-04-14T10:00:07.123456+00:00",
         "payload": {"changed_files": [{"path": "src/a.rs", "change_type": "modify",
           "lines_added": 41, "lines_removed": 130}],
          "acceptance_results": [{"id": "ac-1", "status": "pass", "evidence": "48 passed"}],
          "tests": {"commands": ["cargo test"], "passed": 316, "failed": 0},
          "diagnostics": [{"path": "src/a.rs", "severity": "info"}],
          "audit": {"status": "pass", "failed_checks": []}}}"""
            .formatted(sessionId)
            .replace("\n", ""));
  }

  /** A valid CodeLens verdict on a result, of kind {@code reviewer_verdict}. */
  static byte[] verdict(String sessionId, String resultSessionId) {
    return bytes(
        """
        {"schema_version": "codelens-handoff-artifact-v1", "kind": "reviewer_verdict",
         "session_id": "%s", "producer": {"role": "reviewer", "surface": "reviewer-graph"},
         "created_at": "2026-04-14T11:00:07.123456+00:00",
         "parent_artifact": {"kind": "builder_result", "session_id": "%s"},
         "payload": {"decision": "approve", "rationale": "Both audits pass",
          "audit": {"status": "pass", "failed_checks": []}}}"""
            .formatted(sessionId, resultSessionId)
            .replace("\n", ""));
  }

  static String id(int number) {
    return "sha256:" + "%064x".formatted(number);
  }

  static SessionSummary session(String session, SessionState state, Instant lastRecordedAt) {
    return new SessionSummary(
        session,
        session.substring(0, session.indexOf('/')),
        state,
        2,
        1,
        state == SessionState.OPEN ? 1 : 0,
        NOON,
        lastRecordedAt,
        id(1),
        FactChain.START);
  }

  static HandoffView handoff(int number, String session, String... roles) {
    return handoff(number, session, null, List.of(), roles);
  }

  /**
   * @param lease the lease on it, or null
   * @param capabilities what whoever claims it must be able to do
   */
  static HandoffView handoff(
      int number, String session, Lease lease, List<String> capabilities, String... roles) {
    return new HandoffView(
        id(number),
        "codelens",
        "session_baton",
        session,
        number,
        null,
        new Timestamp("2026-11-30T13:00:00+01:00", NOON),
        NOON,
        List.of(roles),
        Link.ROOT,
        null,
        true,
        null,
        lease,
        false,
        false,
        lease == null ? 0 : lease.delivery(),
        capabilities,
        List.of(new Warning("missing_parent", "", "It names no parent.")),
        "bot",
        null,
        null,
        "ab".repeat(32),
        TRACEPARENT,
        1,
        42);
  }

  /** The same handoff with another link. */
  static HandoffView linked(HandoffView handoff, Link link) {
    return changed(handoff, handoff.id(), handoff.naturalKey(), link);
  }

  /** The same handoff with a natural key. */
  static HandoffView named(HandoffView handoff, String naturalKey) {
    return changed(handoff, handoff.id(), naturalKey, handoff.link());
  }

  /** The same handoff with another id. */
  static HandoffView identified(HandoffView handoff, String id) {
    return changed(handoff, id, handoff.naturalKey(), handoff.link());
  }

  private static HandoffView changed(HandoffView handoff, String id, String naturalKey, Link link) {
    return new HandoffView(
        id,
        handoff.format(),
        handoff.kind(),
        handoff.session(),
        handoff.seq(),
        naturalKey,
        handoff.time(),
        handoff.recordedAt(),
        handoff.roles(),
        link,
        handoff.status(),
        handoff.open(),
        handoff.completedBy(),
        handoff.lease(),
        handoff.escalated(),
        handoff.answeredByOther(),
        handoff.deliveries(),
        handoff.requiredCapabilities(),
        handoff.warnings(),
        handoff.publisher(),
        handoff.project(),
        handoff.issue(),
        handoff.rawHash(),
        handoff.traceparent(),
        handoff.partition(),
        handoff.offset());
  }

  static Lease lease(String holder) {
    return new Lease(
        new ClaimToken("codelens/a", id(1), 7).text(), holder, NOON, NOON.plusSeconds(900), 2);
  }

  static FactView recorded(String session, long seq) {
    return new FactView(
        FactCodec.next(
            FactChain.START,
            session,
            seq,
            id((int) seq),
            NOON,
            new Fact.Recorded(
                "codelens",
                "session_baton",
                null,
                new Timestamp("2026-11-30T13:00:00+01:00", NOON),
                List.of("coding-agent"),
                Link.ROOT,
                null,
                null,
                List.of(),
                "ab".repeat(32),
                "bot",
                null,
                null,
                null,
                null,
                null,
                null),
            bytes("{}")),
        1,
        seq);
  }

  static FactView fact(String session, long seq, Fact.Body body) {
    return new FactView(
        FactCodec.next(FactChain.START, session, seq, id((int) seq), NOON, body, bytes("{}")),
        1,
        seq);
  }

  static RejectionView rejection(Reason reason, String kind, Instant at) {
    return new RejectionView(
        0,
        7,
        at,
        "handoff.in.unknown",
        2,
        9,
        null,
        kind,
        "bot",
        List.of(new Problem(reason, "/a", "Change it.")),
        23,
        "cd".repeat(32));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
