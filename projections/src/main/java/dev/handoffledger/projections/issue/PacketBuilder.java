package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;

/**
 * Makes the LoopOps packet v2 of an issue. The packet is valid by its schema, has every member that
 * the schema knows, in the schema's order, but for those that may not be null and are not known
 * ({@code priority}, {@code project.name}, {@code guidance}). Equal sets of entries give equal
 * bytes.
 */
public final class PacketBuilder {
  private static final List<String> CONSTRAINTS =
      List.of(
          "Open no issue and no pull request, merge, deploy and write nothing else outside without a"
              + " person's explicit approval.",
          "A merge is not a verification.",
          "Never record a verification that was refused.");

  private final EvidenceCalls calls;

  public PacketBuilder(EvidenceCalls calls) {
    this.calls = Objects.requireNonNull(calls);
  }

  /** A new packet, which the caller may change. */
  public ObjectNode build(Issue issue) {
    ObjectNode packet = object();
    packet.put("packet", "loopops.handoff/v2");
    packet.put("generated_at", PacketTime.print(issue.generatedAt()));
    packet.set("issue", issue(issue));
    packet.set("project", project(issue));
    packet.set("diagnosis", diagnosis(issue.diagnosis()));
    packet.set("decision_receipt", receipt(issue));
    packet.set("evidence", evidence(issue.evidence()));
    packet.set("loop_history", loopHistory(issue.runs()));
    packet.set("success_criteria", successCriteria(issue.diagnosis()));
    packet.set("approval", approval());
    return packet;
  }

  private static ObjectNode issue(Issue issue) {
    Diagnosis diagnosis = issue.diagnosis();
    ObjectNode node = object();
    node.put("fingerprint", issue.fingerprint());
    node.put("id", issue.id());
    node.put("title", diagnosis.title());
    node.put("state", issue.state().word());
    node.put(
        "decision",
        issue.receipt().map(receipt -> receipt.requiredText("/decision")).orElse("unknown"));
    node.put("severity", diagnosis.severity());
    node.put("issue_class", diagnosis.issueClass());
    node.put("harness_area", diagnosis.harnessArea());
    if (diagnosis.priority() != null) {
      node.set("priority", diagnosis.priority());
    }
    node.put("first_observed_at", PacketTime.print(issue.firstObservedAt()));
    return node;
  }

  private static ObjectNode project(Issue issue) {
    ProjectDetails project = issue.diagnosis().project();
    ObjectNode node = object();
    node.put("project_id", issue.projectId());
    putIfKnown(node, "name", project.name());
    node.put("default_environment", project.defaultEnvironment());
    node.put("environment", project.environment());
    node.put("repository_full_name", project.repositoryFullName());
    node.put("repository_url", project.repositoryUrl());
    return node;
  }

  private static ObjectNode diagnosis(Diagnosis diagnosis) {
    ObjectNode node = object();
    node.put("diagnosed_at", PacketTime.print(diagnosis.diagnosedAt()));
    node.put("diagnosed_by", diagnosis.diagnosedBy());
    node.put("hypothesis", diagnosis.hypothesis());
    node.put("recommended_next", diagnosis.recommendedNext());
    return node;
  }

  private static JsonNode receipt(Issue issue) {
    return issue
        .receipt()
        .<JsonNode>map(PacketBuilder::receipt)
        .orElse(JsonNodeFactory.instance.nullNode());
  }

  private static ObjectNode receipt(RecordedEvent decided) {
    ObjectNode node = object();
    node.put("record_id", decided.requiredText("/record_id"));
    node.put("decision", decided.requiredText("/decision"));
    node.put("decided_by", decided.requiredText("/decided_by"));
    node.put("decided_at", PacketTime.print(decided.time()));
    node.put("decided_via", DecisionIdentity.DECIDED_VIA);
    node.put("rationale", decided.requiredText("/rationale"));
    node.put("approval_scope", "issue_disposition");
    return node;
  }

  private ObjectNode evidence(Evidence evidence) {
    ObjectNode node = object();
    node.put("cluster_id", evidence.clusterId());
    node.put("occurrences", evidence.occurrences());
    ArrayNode ids = node.putArray("evidence_ids");
    evidence.ids().forEach(ids::add);
    node.put("how_to_read", ReadingGuide.of(evidence, calls));
    return node;
  }

  private static ArrayNode loopHistory(List<LoopRun> runs) {
    ArrayNode history = JsonNodeFactory.instance.arrayNode();
    runs.forEach(run -> history.add(run(run)));
    return history;
  }

  private static ObjectNode run(LoopRun run) {
    boolean failed = run.hasVerdict(Verdict.NOT_IMPROVED);
    boolean blocked = run.hasVerdict(Verdict.BLOCKED);
    String reason = verificationText(run, "/reason");
    ObjectNode node = object();
    node.put("run_id", run.id());
    node.put("furthest_stage", run.furthestStage());
    node.put("coding_agent", run.text("/coding_agent"));
    node.put("approved_by", run.text("/approved_by"));
    node.put("issue_url", run.text("/issue_url"));
    node.put("pr_url", run.text("/pr_url"));
    node.set("pr_number", run.number("/pr_number"));
    node.put("merged", run.isMerged());
    node.put("verified", run.isVerified());
    node.put("verification_blocked", blocked);
    node.put("verification_blocked_reason", blocked ? reason : null);
    node.set("verification_attempts", blocked ? attempts(run) : null);
    node.put("verification_failed", failed);
    node.put("verification_failed_verdict", failed ? Verdict.NOT_IMPROVED.word() : null);
    node.put("verification_failed_reason", failed ? reason : null);
    node.put("delta", run.isVerified() ? verificationText(run, "/delta") : null);
    return node;
  }

  private static String verificationText(LoopRun run, String pointer) {
    return run.newestVerification().flatMap(found -> found.text(pointer)).orElse(null);
  }

  private static JsonNode attempts(LoopRun run) {
    return run.newestVerification().flatMap(found -> found.number("/attempts")).orElse(null);
  }

  private static ObjectNode successCriteria(Diagnosis diagnosis) {
    ObjectNode node = object();
    node.put("definition", diagnosis.successDefinition());
    ObjectNode verification = node.putObject("verification");
    verification.put("tool", "loopops_verify");
    verification.put("metric", diagnosis.metric());
    putIfKnown(verification, "guidance", diagnosis.guidance());
    return node;
  }

  private static ObjectNode approval() {
    ObjectNode node = object();
    node.put("required", true);
    ArrayNode constraints = node.putArray("constraints");
    CONSTRAINTS.forEach(constraints::add);
    return node;
  }

  private static void putIfKnown(ObjectNode node, String member, String text) {
    if (text != null) {
      node.put(member, text);
    }
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
