package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.WorkRejection;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.internal.Timestamps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** KXM handoff manifest v1: a workflow's step, handed to the role that acts next. */
public final class KxmFormat extends SingleKindFormat {
  private static final String NAME = "kxm";
  private static final Kind HANDOFF_MANIFEST = new Kind(NAME, "handoff_manifest");
  private static final String PENDING = "pending";
  private static final List<String> STATUSES =
      List.of(PENDING, "accepted", "rejected", "superseded");
  private static final List<String> IDS_AND_ROLES =
      List.of(
          "/handoffId",
          "/taskId",
          "/workflowRunId",
          "/source/role",
          "/source/agentId",
          "/source/stepId",
          "/source/attemptId",
          "/target/role");
  private static final Set<String> CLOSING_INTENTS =
      Set.of("complete_workflow", "request_approval");
  private static final int CRITICS_TO_CLOSE = 2;

  KxmFormat(SchemaLibrary library) {
    super(HANDOFF_MANIFEST, library.compile(SchemaLibrary.read("kxm-handoff-manifest.v1.json")));
  }

  @Override
  public PublishedSchema schema() {
    return PublishedSchema.named("kxm");
  }

  @Override
  public String mark() {
    return "\"schema\": \"kxm.handoff-manifest.v1\" (KXM)";
  }

  @Override
  public boolean recognizes(JsonNode document) {
    return document.path("schema").asText().startsWith("kxm.");
  }

  @Override
  public List<Problem> schemaProblems(JsonNode document, Kind kind) {
    List<Problem> problems = super.schemaProblems(document, kind);
    JsonNode time = document.at(timePointer());
    boolean ofTheForm = problems.stream().noneMatch(at -> at.pointer().equals(timePointer()));
    if (time.isTextual() && ofTheForm && Timestamps.parse(time.textValue()).isEmpty()) {
      problems = new ArrayList<>(problems);
      problems.add(
          new Problem(
              Reason.BAD_TIMESTAMP,
              timePointer(),
              "This has the form of a time, but there is no such date or time; correct it."));
    }
    return problems;
  }

  @Override
  public List<Problem> ruleProblems(JsonNode document) {
    RuleProblems problems = new RuleProblems(document);
    IDS_AND_ROLES.forEach(problems::identifier);
    if (!document.path("reworkOf").asText().isEmpty()) {
      problems.identifier("/reworkOf");
    }
    checkSelf(document, problems);
    checkWitness(document.path("verificationEvidence"), problems);
    return problems.list();
  }

  private static void checkSelf(JsonNode document, RuleProblems problems) {
    JsonNode reworkOf = document.path("reworkOf");
    if (reworkOf.isTextual()
        && !reworkOf.textValue().isEmpty()
        && reworkOf.equals(document.path("handoffId"))) {
      problems.add(
          Reason.SELF_PARENT,
          "/reworkOf",
          "A manifest cannot be the rework of itself; name the one it reworks, or null.");
    }
  }

  private static void checkWitness(JsonNode evidence, RuleProblems problems) {
    JsonNode passed = evidence.path("witnessPassed");
    JsonNode exitCode = evidence.path("witnessExitCode");
    if (passed.isBoolean()
        && exitCode.isNumber()
        && passed.booleanValue() != (exitCode.doubleValue() == 0)) {
      problems.add(
          Reason.CONTRADICTION,
          "/verificationEvidence",
          "witnessPassed is true exactly when witnessExitCode is 0; correct the one that is"
              + " wrong.");
    }
  }

  @Override
  public Optional<String> session(JsonNode document) {
    return Optional.ofNullable(document.path("workflowRunId").textValue())
        .map(id -> NAME + "/" + id);
  }

  /** A manifest keeps its id through its statuses. */
  @Override
  public String id(JsonNode document) {
    ObjectNode identity = document.<ObjectNode>deepCopy().put("status", PENDING);
    return super.id(identity);
  }

  @Override
  public String naturalKeyPointer() {
    return "/handoffId";
  }

  @Override
  public String timePointer() {
    return "/createdAt";
  }

  @Override
  public Handoff handoff(JsonNode document, Kind kind, byte[] artifact) {
    String session = session(document).orElseThrow();
    String handoffId = document.path("handoffId").textValue();
    String status = document.path("status").textValue();
    String intent = document.path("intent").textValue();
    String targetRole = document.at("/target/role").textValue();
    boolean rework = startsLoopRound(document);

    HandoffBuilder handoff =
        new HandoffBuilder(kind, id(document), session, artifact)
            .naturalKey(handoffId)
            .time(document.path("createdAt"))
            .status(status)
            .succession(
                Succession.byTime(
                    lane(targetRole),
                    rework ? null : lane(document.at("/source/role").textValue()),
                    handoffId,
                    true));
    if (status.equals(PENDING)) {
      handoff.roles(targetRole, intent.equals("request_approval") ? Roles.HUMAN : null);
    }
    if (rework) {
      handoff.parent(
          new ParentReference(
              session, kind.name(), document.path("reworkOf").textValue(), null, true));
    }
    return addWarnings(handoff, document, intent).build();
  }

  @Override
  public boolean rejectsWork() {
    return true;
  }

  @Override
  public List<String> statuses() {
    return STATUSES;
  }

  @Override
  public Optional<WorkRejection> rejection(JsonNode document, String status) {
    return KxmRejection.of(document, status);
  }

  /** Whether it reworks another. A text of white space alone is refused before. */
  @Override
  public boolean startsLoopRound(JsonNode document) {
    JsonNode reworkOf = document.path("reworkOf");
    return reworkOf.isTextual() && !reworkOf.textValue().isEmpty();
  }

  /** The status. */
  @Override
  public Optional<String> loopStage(JsonNode document, String status) {
    return Optional.ofNullable(status);
  }

  private static String lane(String role) {
    return Roles.of(role).get(0);
  }

  private static HandoffBuilder addWarnings(
      HandoffBuilder handoff, JsonNode document, String intent) {
    boolean failed = false;
    Set<String> passedBy = new HashSet<>();
    for (JsonNode verdict : document.at("/verificationEvidence/criticVerdicts")) {
      String word = verdict.path("verdict").asText();
      failed |= word.equals("FAIL");
      if (word.equals("PASS")) {
        passedBy.add(verdict.path("critic").asText());
      }
    }
    boolean closing = CLOSING_INTENTS.contains(intent);
    boolean reviewer =
        document.at("/target/role").asText().toLowerCase(Locale.ROOT).contains("review");
    return handoff
        .warnIf(
            document.path("reworkOf").isTextual() && document.path("reworkOf").asText().isEmpty(),
            "empty_rework_of",
            "/reworkOf",
            "An empty reworkOf is read as null; write null.")
        .warnIf(
            closing && failed,
            "closes_with_failed_critic",
            "/verificationEvidence/criticVerdicts",
            "It asks to close the work although a critic failed it.")
        .warnIf(
            closing && passedBy.size() < CRITICS_TO_CLOSE,
            "closes_with_few_critics",
            "/verificationEvidence/criticVerdicts",
            "It asks to close the work with fewer than two critics who passed it.")
        .warnIf(
            reviewer && !document.at("/target/permission").asText().equals("read-only"),
            "reviewer_may_write",
            "/target/permission",
            "A reviewing role is given more than read-only.");
  }
}
