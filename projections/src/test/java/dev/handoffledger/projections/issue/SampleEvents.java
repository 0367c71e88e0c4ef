package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Valid events of the issue {@code iss-1} of the project {@code shop}, to be changed by tests. */
final class SampleEvents {
  static final IssueScope SCOPE = IssueScope.ofEvents("shop", "iss-1");

  private static final Instant START = Instant.parse("2026-05-01T00:00:00Z");

  private SampleEvents() {}

  /** The time of an hour after all began. */
  static String hour(int hour) {
    return START.plusSeconds(hour * 3600L).toString();
  }

  static ObjectNode diagnosed(String recordId, int hour) {
    ObjectNode event = event("issue_diagnosed", recordId, hour);
    ((ObjectNode) event.get("issue")).put("title", "Search times out").put("severity", "error");
    event.put("diagnosed_by", "codex");
    event.put("recommended_next", "Give it a deadline");
    putEvidence(event, 1, "rec_" + recordId);
    event
        .putObject("success_criteria")
        .put("definition", "It is gone")
        .put("metric", "failure_rate");
    return event;
  }

  /** Observed in a window that begins and ends at these hours. */
  static ObjectNode observed(String recordId, int hour, int from, int to) {
    ObjectNode event = event("issue_observed", recordId, hour);
    putEvidence(event, 1, "rec_" + recordId);
    event.putObject("window").put("from", hour(from)).put("to", hour(to));
    return event;
  }

  static ObjectNode decided(String recordId, int hour, String decision) {
    return event("issue_decided", recordId, hour)
        .put("decision", decision)
        .put("decided_by", "ada")
        .put("decided_via", "api_self_reported")
        .put("rationale", "Because");
  }

  static ObjectNode stage(String recordId, int hour, String runId, String stage) {
    ObjectNode event =
        event("loop_stage_recorded", recordId, hour).put("run_id", runId).put("stage", stage);
    return stage.equals("approved") ? event.put("approved_by", "ada") : event;
  }

  static ObjectNode verified(String recordId, int hour, String runId, String verdict) {
    ObjectNode event =
        event("loop_verified", recordId, hour)
            .put("run_id", runId)
            .put("verdict", verdict)
            .put("metric", "failure_rate");
    return verdict.equals("improved") ? event : event.put("reason", "Still there");
  }

  static ObjectNode withEvidence(ObjectNode event, long occurrences, List<String> ids) {
    putEvidence(event, occurrences, ids.toArray(String[]::new));
    return event;
  }

  private static void putEvidence(ObjectNode event, long occurrences, String... ids) {
    ObjectNode evidence = event.putObject("evidence");
    evidence.put("occurrences", occurrences);
    ArrayNode array = evidence.putArray("evidence_ids");
    for (String id : ids) {
      array.add(id);
    }
  }

  private static ObjectNode event(String kind, String recordId, int hour) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("event", "loopops." + kind + "/v1");
    event.put("record_id", recordId);
    event.put("occurred_at", hour(hour));
    event.putObject("project").put("project_id", "shop");
    event.putObject("issue").put("id", "iss-1");
    return event;
  }

  static List<IssueEntry.Event> entries(ObjectNode... events) {
    return Arrays.stream(events).map(Packets::event).toList();
  }
}
