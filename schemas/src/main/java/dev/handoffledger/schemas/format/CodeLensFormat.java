package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.SiblingCompletion;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.WorkRejection;
import dev.handoffledger.schemas.internal.SchemaCheck;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.internal.WhiteSpace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** CodeLens handoff artifact v1: batons, briefs, results and verdicts. */
public final class CodeLensFormat implements HandoffFormat {
  private static final String NAME = "codelens";
  private static final Kind SESSION_BATON = new Kind(NAME, "session_baton");
  private static final Kind PLANNER_BRIEF = new Kind(NAME, "planner_brief");
  private static final Kind BUILDER_RESULT = new Kind(NAME, "builder_result");
  private static final Kind REVIEWER_VERDICT = new Kind(NAME, "reviewer_verdict");
  private static final List<Kind> KINDS =
      List.of(SESSION_BATON, PLANNER_BRIEF, BUILDER_RESULT, REVIEWER_VERDICT);
  private static final Map<Kind, String> PAYLOADS =
      Map.of(
          SESSION_BATON, "SessionBaton",
          PLANNER_BRIEF, "PlannerBrief",
          BUILDER_RESULT, "BuilderResult",
          REVIEWER_VERDICT, "ReviewerVerdict");

  private static final String PREFLIGHT = "/payload/preflight/";
  private static final List<String> PREFLIGHT_REPORTS =
      List.of("verify_change_readiness", "safe_rename_report");
  private static final long DEFAULT_TTL_SECONDS = 600;
  private static final Pattern SHA256 =
      Pattern.compile("(?:sha256:)?([0-9a-f]{64})", Pattern.CASE_INSENSITIVE);
  private static final String BATON_LANE = "baton";

  private final SchemaCheck published;
  private final SchemaCheck anyPayload;
  private final Map<Kind, SchemaCheck> byKind = new HashMap<>();

  CodeLensFormat(SchemaLibrary library) {
    ObjectNode schema = SchemaLibrary.read("codelens-handoff-artifact.v1.json");
    published = library.compile(schema);
    // The published oneOf turns one bad field into an error for every field of every payload.
    PAYLOADS.forEach(
        (kind, payload) ->
            byKind.put(kind, library.compile(withPayload(schema, payload, refTo(payload)))));
    anyPayload = library.compile(withPayload(schema, "any", schema.objectNode()));
  }

  private static ObjectNode refTo(String payload) {
    return SchemaLibrary.object().put("$ref", "#/$defs/" + payload);
  }

  private static ObjectNode withPayload(ObjectNode schema, String name, ObjectNode payload) {
    ObjectNode copy = schema.deepCopy();
    copy.put("$id", schema.path("$id").asText() + "/" + name);
    copy.withObject("/properties").set("payload", payload);
    return copy;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Kind> kinds() {
    return KINDS;
  }

  @Override
  public PublishedSchema schema() {
    return PublishedSchema.named("codelens");
  }

  @Override
  public String mark() {
    return "\"schema_version\": \"codelens-handoff-artifact-v1\" (CodeLens)";
  }

  @Override
  public boolean recognizes(JsonNode document) {
    return document.path("schema_version").asText().startsWith("codelens-");
  }

  @Override
  public Optional<Kind> kindOf(JsonNode document) {
    String stated = document.path("kind").asText();
    return KINDS.stream().filter(kind -> kind.name().equals(stated)).findFirst();
  }

  @Override
  public List<Problem> schemaProblems(JsonNode document, Kind kind) {
    if (kind == null) {
      return withoutKind(document);
    }
    List<Problem> problems = byKind.get(kind).problems(document);
    if (!problems.isEmpty() && published.accepts(document)) {
      return List.of(
          new Problem(
              Reason.KIND_PAYLOAD_MISMATCH,
              "/payload",
              "The payload is that of another kind; state its kind, or send the payload of this"
                  + " one."));
    }
    return problems;
  }

  private List<Problem> withoutKind(JsonNode document) {
    List<Problem> problems = new ArrayList<>();
    boolean unknown = document.path("kind").isTextual();
    if (unknown) {
      problems.add(
          new Problem(
              Reason.UNKNOWN_KIND,
              "/kind",
              "CodeLens has the kinds session_baton, planner_brief, builder_result and"
                  + " reviewer_verdict; state one of them."));
    }
    anyPayload.problems(document).stream()
        .filter(problem -> !unknown || !problem.pointer().equals("/kind"))
        .forEach(problems::add);
    return problems;
  }

  @Override
  public List<Problem> ruleProblems(JsonNode document) {
    RuleProblems problems = new RuleProblems(document);
    problems.identifier("/session_id");
    problems.identifier("/parent_artifact/session_id");
    checkCleanState(document.at("/payload/clean_state"), problems);
    checkParentKind(document, problems);
    return problems.list();
  }

  private static void checkCleanState(JsonNode state, RuleProblems problems) {
    String status = state.path("status").asText();
    if (!status.equals("dirty") && !status.equals("blocked")) {
      return;
    }
    boolean reason = !WhiteSpace.isBlank(state.path("reason").asText());
    boolean path = any(state.path("paths"), entry -> !WhiteSpace.isBlank(entry.asText()));
    if (!reason && !path) {
      problems.add(
          Reason.RULE_VIOLATION,
          "/payload/clean_state",
          "A dirty or blocked state says why or where: add a reason or a path.");
    }
  }

  private void checkParentKind(JsonNode document, RuleProblems problems) {
    String kind = kindOf(document).map(Kind::name).orElse("");
    String parent = document.at("/parent_artifact/kind").asText();
    String wanted = "";
    if (kind.equals(BUILDER_RESULT.name())) {
      wanted = PLANNER_BRIEF.name();
    } else if (kind.equals(REVIEWER_VERDICT.name())) {
      wanted = BUILDER_RESULT.name();
    }
    boolean known = parent.equals(PLANNER_BRIEF.name()) || parent.equals(BUILDER_RESULT.name());
    if (known && !wanted.isEmpty() && !parent.equals(wanted)) {
      problems.add(
          Reason.WRONG_PARENT_KIND,
          "/parent_artifact/kind",
          "A " + kind + " answers a " + wanted + "; name one as its parent.");
    }
  }

  @Override
  public Optional<String> session(JsonNode document) {
    return Optional.ofNullable(document.path("session_id").textValue()).map(id -> NAME + "/" + id);
  }

  @Override
  public String naturalKeyPointer() {
    return "";
  }

  @Override
  public String timePointer() {
    return "/created_at";
  }

  @Override
  public Handoff handoff(JsonNode document, Kind kind, byte[] artifact) {
    HandoffBuilder handoff =
        new HandoffBuilder(kind, id(document), session(document).orElseThrow(), artifact)
            .time(document.path("created_at"))
            .roles(roles(document, kind));
    addParent(handoff, document, kind);
    handoff.criteria(CodeLensReview.criteria(document, kind.name()));
    handoff.evidence(CodeLensReview.evidence(document, kind.name()));
    if (kind.equals(SESSION_BATON)) {
      handoff.succession(Succession.byTime(BATON_LANE, BATON_LANE, handoff.id(), false));
    } else if (kind.equals(PLANNER_BRIEF)) {
      addPreflight(handoff, document);
    } else if (kind.equals(REVIEWER_VERDICT)) {
      handoff.warnIf(
          document.at("/payload/decision").asText().equals("request_changes")
              && document.at("/payload/requested_changes").isEmpty(),
          "no_requested_changes",
          "/payload",
          "It asks for changes and lists none.");
    }
    return handoff.build();
  }

  @Override
  public boolean judgesLinks() {
    return true;
  }

  @Override
  public List<Warning> warningsOfLink(JsonNode criteria, JsonNode evidence) {
    return CodeLensReview.warnings(criteria, evidence);
  }

  /** (ours) A brief on a result also completes the verdicts on it. */
  @Override
  public Optional<SiblingCompletion> siblingCompletion() {
    return Optional.of(
        new SiblingCompletion(
            BUILDER_RESULT.name(), PLANNER_BRIEF.name(), REVIEWER_VERDICT.name()));
  }

  @Override
  public boolean linksSessions() {
    return true;
  }

  @Override
  public boolean rejectsWork() {
    return true;
  }

  @Override
  public Optional<WorkRejection> rejection(JsonNode document, String status) {
    return isOf(REVIEWER_VERDICT, document) ? CodeLensRejection.of(document) : Optional.empty();
  }

  @Override
  public boolean startsLoopRound(JsonNode document) {
    return isOf(PLANNER_BRIEF, document);
  }

  @Override
  public Optional<String> loopStage(JsonNode document, String status) {
    return switch (document.path("kind").asText()) {
      case "planner_brief" -> Optional.of("brief");
      case "builder_result" -> Optional.of("result");
      case "reviewer_verdict" ->
          switch (document.at("/payload/decision").asText()) {
            // A review approves; that the work is approved, a person says.
            case "approve" -> Optional.of("review_approved");
            case "block" -> Optional.of("blocked");
            default -> Optional.of("changes_requested");
          };
      default -> Optional.empty();
    };
  }

  private boolean isOf(Kind kind, JsonNode document) {
    return kindOf(document).filter(kind::equals).isPresent();
  }

  private static String[] roles(JsonNode document, Kind kind) {
    JsonNode payload = document.path("payload");
    return switch (kind.name()) {
      case "session_baton" ->
          new String[] {
            document.at("/producer/role").asText().equals("solo-agent")
                ? "solo-agent"
                : "coding-agent",
            payload.at("/clean_state/status").asText().equals("blocked") ? Roles.HUMAN : null
          };
      case "planner_brief" ->
          new String[] {
            hasPreflight(document, "blocked") ? "planner-reviewer" : "builder-refactor"
          };
      case "builder_result" -> new String[] {"reviewer"};
      default ->
          switch (payload.path("decision").asText()) {
            case "approve" -> new String[] {"merge-gate"};
            case "block" -> new String[] {"planner-reviewer", Roles.HUMAN};
            default -> new String[] {"planner-reviewer"};
          };
    };
  }

  private static boolean hasPreflight(JsonNode document, String status) {
    return PREFLIGHT_REPORTS.stream()
        .anyMatch(report -> document.at(PREFLIGHT + report + "/status").asText().equals(status));
  }

  private static void addParent(HandoffBuilder handoff, JsonNode document, Kind kind) {
    JsonNode parent = document.path("parent_artifact");
    boolean answers = kind.equals(BUILDER_RESULT) || kind.equals(REVIEWER_VERDICT);
    if (parent.isMissingNode()) {
      handoff.warnIf(
          answers,
          "missing_parent",
          "",
          "It names no parent, so it is recorded as a root; add parent_artifact.");
      return;
    }
    String given = parent.path("artifact_hash").asText();
    var hash = SHA256.matcher(given);
    boolean usable = hash.matches();
    handoff.parent(
        new ParentReference(
            NAME + "/" + parent.path("session_id").textValue(),
            parent.path("kind").textValue(),
            null,
            usable ? hash.group(1).toLowerCase(Locale.ROOT) : null,
            !kind.equals(SESSION_BATON)));
    handoff.warnIf(
        !usable && !given.isEmpty(),
        "hash_unsupported",
        "/parent_artifact/artifact_hash",
        "The hash is not 64 hex digits of SHA-256, so the link is not verified.");
  }

  private static void addPreflight(HandoffBuilder handoff, JsonNode document) {
    for (String report : PREFLIGHT_REPORTS) {
      String pointer = PREFLIGHT + report;
      JsonNode preflight = document.at(pointer);
      if (preflight.isMissingNode()) {
        continue;
      }
      handoff.warnIf(
          preflight.path("status").asText().equals("caution"),
          "preflight_caution",
          pointer,
          "The preflight report advises caution.");
      long ttl = preflight.path("ttl_seconds").asLong(DEFAULT_TTL_SECONDS);
      handoff.warnAfter(
          plusSeconds(HandoffBuilder.instant(preflight.path("generated_at")), ttl),
          "preflight_stale",
          pointer,
          "The preflight report was older than its time to live when the brief was recorded.");
    }
  }

  private static Instant plusSeconds(Instant from, long seconds) {
    long room = Instant.MAX.getEpochSecond() - from.getEpochSecond();
    return from.plusSeconds(Math.min(seconds, room));
  }

  private static boolean any(JsonNode array, Predicate<JsonNode> condition) {
    return StreamSupport.stream(array.spliterator(), false).anyMatch(condition);
  }
}
