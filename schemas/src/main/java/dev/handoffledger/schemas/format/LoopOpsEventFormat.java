package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.internal.SchemaCheck;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.internal.Timestamps;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LoopOps issue events v1 (ours): what a LoopOps packet is folded from. */
public final class LoopOpsEventFormat implements HandoffFormat {
  private static final Kind ISSUE_DIAGNOSED = new Kind(LoopOps.NAME, "issue_diagnosed");
  private static final Kind ISSUE_OBSERVED = new Kind(LoopOps.NAME, "issue_observed");
  private static final Kind ISSUE_DECIDED = new Kind(LoopOps.NAME, "issue_decided");
  private static final Kind LOOP_STAGE_RECORDED = new Kind(LoopOps.NAME, "loop_stage_recorded");
  private static final Kind LOOP_VERIFIED = new Kind(LoopOps.NAME, "loop_verified");
  private static final List<Kind> KINDS =
      List.of(ISSUE_DIAGNOSED, ISSUE_OBSERVED, ISSUE_DECIDED, LOOP_STAGE_RECORDED, LOOP_VERIFIED);
  private static final Map<Kind, String> DEFINITIONS =
      Map.of(
          ISSUE_DIAGNOSED, "IssueDiagnosed",
          ISSUE_OBSERVED, "IssueObserved",
          ISSUE_DECIDED, "IssueDecided",
          LOOP_STAGE_RECORDED, "LoopStageRecorded",
          LOOP_VERIFIED, "LoopVerified");
  private static final String PREFIX = "loopops.";
  private static final String CODING_AGENT = "coding-agent";

  private final Map<Kind, SchemaCheck> byKind = new HashMap<>();

  LoopOpsEventFormat(SchemaLibrary library) {
    ObjectNode schema = SchemaLibrary.read("loopops-event.v1.json");
    DEFINITIONS.forEach(
        (kind, definition) -> byKind.put(kind, library.compile(only(schema, definition))));
  }

  /** Whether a kind is that of an event. */
  public static boolean isEvent(String kind) {
    return KINDS.stream().anyMatch(known -> known.name().equals(kind));
  }

  private static ObjectNode only(ObjectNode schema, String definition) {
    ObjectNode one = SchemaLibrary.object();
    one.set("$schema", schema.path("$schema"));
    one.put("$id", schema.path("$id").asText() + "/" + definition);
    one.put("$ref", "#/$defs/" + definition);
    one.set("$defs", schema.path("$defs"));
    return one;
  }

  @Override
  public String name() {
    return LoopOps.NAME;
  }

  @Override
  public List<Kind> kinds() {
    return KINDS;
  }

  @Override
  public PublishedSchema schema() {
    return PublishedSchema.named("loopops-event");
  }

  @Override
  public String mark() {
    return "\"event\" starting with \"loopops.\" (LoopOps event)";
  }

  @Override
  public boolean recognizes(JsonNode document) {
    return document.path("event").asText().startsWith(PREFIX);
  }

  @Override
  public Optional<Kind> kindOf(JsonNode document) {
    String event = document.path("event").asText();
    return KINDS.stream().filter(kind -> event.equals(PREFIX + kind.name() + "/v1")).findFirst();
  }

  @Override
  public List<Problem> schemaProblems(JsonNode document, Kind kind) {
    if (kind == null) {
      return List.of(
          new Problem(
              document.path("event").isTextual() ? Reason.UNKNOWN_KIND : Reason.SCHEMA_VIOLATION,
              document.has("event") ? "/event" : "",
              "The member \"event\" must name one of loopops.issue_diagnosed/v1,"
                  + " loopops.issue_observed/v1, loopops.issue_decided/v1,"
                  + " loopops.loop_stage_recorded/v1 and loopops.loop_verified/v1."));
    }
    return byKind.get(kind).problems(document);
  }

  @Override
  public List<Problem> ruleProblems(JsonNode document) {
    RuleProblems problems = new RuleProblems(document);
    problems.identifier("/record_id");
    problems.identifier("/project/project_id");
    problems.identifier("/issue/id");
    problems.identifier("/run_id");
    checkClusters(document, problems);
    checkWindow(document.path("window"), problems);
    return problems.list();
  }

  private static void checkClusters(JsonNode document, RuleProblems problems) {
    JsonNode ofIssue = document.at("/issue/cluster_id");
    JsonNode ofEvidence = document.at("/evidence/cluster_id");
    if (ofIssue.isTextual() && ofEvidence.isTextual() && !ofIssue.equals(ofEvidence)) {
      problems.add(
          Reason.RULE_VIOLATION,
          "/evidence/cluster_id",
          "The cluster of the evidence is not that of the issue; give the same, or only one.");
    }
  }

  private static void checkWindow(JsonNode window, RuleProblems problems) {
    Optional<Instant> from = Timestamps.parse(window.path("from").asText());
    Optional<Instant> to = Timestamps.parse(window.path("to").asText());
    if (from.isPresent() && to.isPresent() && from.get().isAfter(to.get())) {
      problems.add(
          Reason.RULE_VIOLATION,
          "/window",
          "The window ends before it begins; from must not be after to.");
    }
  }

  @Override
  public Optional<String> session(JsonNode document) {
    return LoopOps.session(document);
  }

  @Override
  public String naturalKeyPointer() {
    return "/record_id";
  }

  @Override
  public String timePointer() {
    return "/occurred_at";
  }

  @Override
  public Handoff handoff(JsonNode document, Kind kind, byte[] artifact) {
    return new HandoffBuilder(kind, id(document), session(document).orElseThrow(), artifact)
        .naturalKey(document.path("record_id").textValue())
        .time(document.path("occurred_at"))
        .roles(role(document, kind))
        .build();
  }

  private static String role(JsonNode document, Kind kind) {
    if (kind.equals(ISSUE_DIAGNOSED)) {
      return Roles.HUMAN;
    }
    if (kind.equals(ISSUE_DECIDED)) {
      return document.path("decision").asText().equals("patch") ? CODING_AGENT : null;
    }
    if (kind.equals(LOOP_VERIFIED)) {
      return switch (document.path("verdict").asText()) {
        case "blocked" -> Roles.HUMAN;
        case "not_improved" -> CODING_AGENT;
        default -> null;
      };
    }
    return null;
  }
}
