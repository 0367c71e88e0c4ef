package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.WorkRejection;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** ACE agent-state handoff 1.0.0: numbered iterations of one session. */
public final class AceFormat extends SingleKindFormat {
  private static final String NAME = "ace";
  private static final Kind AGENT_STATE = new Kind(NAME, "agent_state");
  private static final Set<String> FINISHED = Set.of("READY_FOR_REVIEW", "DONE");

  AceFormat(SchemaLibrary library) {
    super(AGENT_STATE, library.compile(SchemaLibrary.read("ace-agent-state-handoff.1.0.0.json")));
  }

  @Override
  public PublishedSchema schema() {
    return PublishedSchema.named("ace");
  }

  @Override
  public String mark() {
    return "two of meta, transition and integrity (ACE)";
  }

  @Override
  public boolean recognizes(JsonNode document) {
    return Stream.of("meta", "transition", "integrity").filter(document::has).count() >= 2;
  }

  @Override
  public List<Problem> ruleProblems(JsonNode document) {
    RuleProblems problems = new RuleProblems(document);
    problems.identifier("/meta/session_id");
    problems.identifier("/transition/from");
    problems.identifier("/transition/to");
    return problems.list();
  }

  @Override
  public Optional<String> session(JsonNode document) {
    return Optional.ofNullable(document.at("/meta/session_id").textValue())
        .map(id -> NAME + "/" + id);
  }

  @Override
  public String naturalKeyPointer() {
    return "/meta/iteration";
  }

  @Override
  public String timePointer() {
    return "/meta/timestamp";
  }

  @Override
  public Handoff handoff(JsonNode document, Kind kind, byte[] artifact) {
    // 2.0 is the integer 2.
    long iteration = document.at("/meta/iteration").longValue();
    String status = document.at("/transition/status").textValue();
    boolean blocked = isBlocked(document);
    return new HandoffBuilder(kind, id(document), session(document).orElseThrow(), artifact)
        .naturalKey(Long.toString(iteration))
        .time(document.at("/meta/timestamp"))
        .roles(document.at("/transition/to").textValue(), blocked ? Roles.HUMAN : null)
        .succession(Succession.byIteration(iteration))
        .warnIf(
            blocked && knownIssues(document).isEmpty(),
            "blocked_without_known_issues",
            "/payload/known_issues",
            "It is blocked and names no known issue.")
        .warnIf(
            FINISHED.contains(status) && document.at("/integrity/file_count").longValue() == 0,
            "finished_without_files",
            "/integrity/file_count",
            "It is ready for review or done, and counts no file.")
        .criteria(kept(document, "/transition/to"))
        .evidence(kept(document, "/transition/from"))
        .build();
  }

  private static ObjectNode kept(JsonNode document, String roleAt) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    kept.set("role", document.at(roleAt));
    JsonNode commit = document.at("/meta/log_commit");
    if (commit.isTextual()) {
      kept.set("log_commit", commit);
    }
    return kept;
  }

  @Override
  public boolean judgesLinks() {
    return true;
  }

  /** What a state and its predecessor together give reason to warn of. */
  @Override
  public List<Warning> warningsOfLink(JsonNode criteria, JsonNode evidence) {
    List<Warning> warnings = new ArrayList<>();
    if (!criteria.path("role").equals(evidence.path("role"))) {
      warnings.add(
          new Warning(
              "not_passed_to_sender",
              "/transition/from",
              "The iteration before passed the work to somebody else than who sends this one."));
    }
    if (criteria.has("log_commit")
        && criteria.path("log_commit").equals(evidence.path("log_commit"))) {
      warnings.add(
          new Warning(
              "log_not_continued",
              "/meta/log_commit",
              "The log commit is that of the iteration before, so nothing was logged in between."));
    }
    return warnings;
  }

  @Override
  public boolean rejectsWork() {
    return true;
  }

  @Override
  public Optional<WorkRejection> rejection(JsonNode document, String status) {
    if (!isBlocked(document)) {
      return Optional.empty();
    }
    List<String> issues = knownIssues(document);
    List<String> reason = RejectionText.said(document.at("/transition/reason"));
    return Optional.of(
        new WorkRejection(
            WorkRejection.ERROR,
            RejectionText.title("Blocked", Stream.concat(issues.stream(), reason.stream())),
            document.at("/transition/from").textValue(),
            RejectionText.text(reason),
            RejectionText.text(issues),
            WorkRejection.FAILURE_RATE));
  }

  private static boolean isBlocked(JsonNode document) {
    return document.at("/transition/status").asText().equals("BLOCKED");
  }

  private static List<String> knownIssues(JsonNode document) {
    return RejectionText.saidIn(document.at("/payload/known_issues"));
  }
}
