package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.WorkRejection;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Cortex agent handoff: a task passed on, in one lane per task. */
public final class CortexFormat extends SingleKindFormat {
  private static final String NAME = "cortex";
  private static final Kind AGENT_HANDOFF = new Kind(NAME, "agent_handoff");
  private static final String LANE = "";
  private static final List<String> NEVER_BLANK =
      List.of(
          "/from/agent_id",
          "/from/model",
          "/task_progress/current_step",
          "/task_progress/in_progress",
          "/next_action",
          "/artifacts/context_snapshot_ref",
          "/artifacts/markdown_ref");

  CortexFormat(SchemaLibrary library) {
    super(AGENT_HANDOFF, library.compile(SchemaLibrary.read("cortex-agent-handoff.json")));
  }

  @Override
  public PublishedSchema schema() {
    return PublishedSchema.named("cortex");
  }

  @Override
  public String mark() {
    return "two of handoff_id, mode, from and to (Cortex)";
  }

  @Override
  public boolean recognizes(JsonNode document) {
    return Stream.of("handoff_id", "mode", "from", "to").filter(document::has).count() >= 2;
  }

  @Override
  public List<Problem> ruleProblems(JsonNode document) {
    RuleProblems problems = new RuleProblems(document);
    problems.identifier("/handoff_id");
    problems.identifier("/task_id");
    problems.identifier("/to/role");
    NEVER_BLANK.forEach(problems::notBlank);
    return problems.list();
  }

  @Override
  public Optional<String> session(JsonNode document) {
    return Optional.ofNullable(document.path("task_id").textValue()).map(id -> NAME + "/" + id);
  }

  @Override
  public String naturalKeyPointer() {
    return "/handoff_id";
  }

  @Override
  public String timePointer() {
    return "/produced_at";
  }

  @Override
  public boolean asksForCapabilities() {
    return true;
  }

  @Override
  public List<String> requiredCapabilities(JsonNode document) {
    return StreamSupport.stream(document.at("/to/required_capabilities").spliterator(), false)
        .map(JsonNode::textValue)
        .toList();
  }

  @Override
  public boolean rejectsWork() {
    return true;
  }

  @Override
  public Optional<WorkRejection> rejection(JsonNode document, String status) {
    List<String> failures = RejectionText.saidIn(document.at("/verification/known_failures"));
    if (failures.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new WorkRejection(
            WorkRejection.WARN,
            RejectionText.title("Known failure", failures.stream()),
            document.at("/from/agent_id").textValue(),
            RejectionText.text(failures),
            RejectionText.text(RejectionText.said(document.path("next_action"))),
            WorkRejection.FAILURE_RATE));
  }

  @Override
  public Handoff handoff(JsonNode document, Kind kind, byte[] artifact) {
    String handoffId = document.path("handoff_id").textValue();
    boolean forPerson = document.path("mode").asText().equals("HUMAN_RESUME");
    JsonNode sharedContext = document.path("shared_context_ref");
    return new HandoffBuilder(kind, id(document), session(document).orElseThrow(), artifact)
        .naturalKey(handoffId)
        .time(document.path("produced_at"))
        .roles(document.at("/to/role").textValue(), forPerson ? Roles.HUMAN : null)
        .succession(Succession.byTime(LANE, LANE, handoffId, true))
        .warnIf(
            sharedContext.isTextual() && !sharedContext.textValue().contains(".agent/artifacts/"),
            "shared_context_elsewhere",
            "/shared_context_ref",
            "The shared context is not under .agent/artifacts/, where its readers look for it.")
        .build();
  }
}
