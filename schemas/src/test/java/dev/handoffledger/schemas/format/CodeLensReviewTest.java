package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.handoffledger.schemas.SiblingCompletion;
import dev.handoffledger.schemas.Warning;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeLensReviewTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HandoffFormat FORMAT = new Formats().ofKind("planner_brief").orElseThrow();

  private final Documents brief =
      Documents.codeLensBrief()
          .with("/payload/target_paths", List.of("src/a.rs", "docs/"))
          .with(
              "/payload/scope",
              Map.of("file_change_cap", 2, "forbidden_paths", List.of("src/auth")))
          .with(
              "/payload/acceptance",
              List.of(
                  Map.of("id", "ac-1", "statement", "one"),
                  Map.of("id", "ac-2", "statement", "two")));

  @Test
  void resultThatKeepsToItsBrief_isNotWarnedOf() {
    assertThat(warnings(brief, result(List.of("src/a.rs", "docs/x.md"), "ac-1", "ac-2"))).isEmpty();
  }

  @Test
  void changedFilesOutsideTheTargetPaths_areWarnedOfAtTheFirst() {
    assertThat(warnings(brief, result(List.of("src/a.rs", "src/b.rs"), "ac-1", "ac-2")))
        .extracting(Warning::code, Warning::pointer)
        .containsExactly(tuple("outside_target_paths", "/payload/changed_files/1/path"));
  }

  @Test
  void fileWhoseNameOnlyStartsLikeATarget_isOutside() {
    assertThat(codes(brief, result(List.of("src/a.rs.bak"), "ac-1", "ac-2")))
        .containsExactly("outside_target_paths");
  }

  @Test
  void briefWithoutTargetPaths_allowsAny() {
    assertThat(
            codes(brief.without("/payload/target_paths"), result(List.of("x.rs"), "ac-1", "ac-2")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"src/auth", "src/auth/token.rs"})
  void forbiddenPath_isWarnedOf(String path) {
    assertThat(codes(brief.without("/payload/target_paths"), result(List.of(path), "ac-1", "ac-2")))
        .containsExactly("forbidden_path_changed");
  }

  @Test
  void moreFilesThanTheCap_areWarnedOf() {
    assertThat(codes(brief, result(List.of("docs/1", "docs/2", "docs/3"), "ac-1", "ac-2")))
        .containsExactly("over_file_change_cap");
  }

  @Test
  void fileNamedTwice_countsOnceForTheCap() {
    assertThat(codes(brief, result(List.of("docs/1", "docs/2", "docs/2"), "ac-1", "ac-2")))
        .isEmpty();
  }

  @Test
  void acceptanceThatTheBriefDoesNotHave_isWarnedOf() {
    assertThat(warnings(brief, result(List.of(), "ac-1", "ac-2", "ac-3")))
        .extracting(Warning::code, Warning::pointer)
        .containsExactly(tuple("unknown_acceptance", "/payload/acceptance_results/2/id"));
  }

  @Test
  void acceptanceThatIsLeftOut_isWarnedOf() {
    assertThat(codes(brief, result(List.of(), "ac-1"))).containsExactly("unanswered_acceptance");
  }

  @Test
  void resultThatAnswersNothing_isWarnedOf() {
    assertThat(codes(brief, Documents.codeLensResult().without("/payload/acceptance_results")))
        .contains("unanswered_acceptance");
  }

  @ParameterizedTest
  @CsvSource({"fail, approve, true", "warn, approve, false", "fail, request_changes, false"})
  void approvalOfAFailedAudit_isWarnedOf(String audit, String decision, boolean warned) {
    assertThat(
            codes(
                Documents.codeLensResult().with("/payload/audit/status", audit),
                Documents.codeLensVerdict().with("/payload/decision", decision)))
        .isEqualTo(warned ? List.of("approves_failed_audit") : List.of());
  }

  @Test
  void revisionOfABrief_isNotHeldAgainstIt() {
    assertThat(brief.handoff().evidence()).isNull();
  }

  @Test
  void baton_isHeldAgainstNothing() {
    assertThat(Documents.codeLensBaton().handoff().evidence()).isNull();
    assertThat(Documents.codeLensBaton().handoff().criteria()).isNull();
  }

  @Test
  void listsTooLongToKeep_areSaidNotToBeCompared() {
    List<String> many = IntStream.range(0, 5000).mapToObj(i -> "src/file-" + i + ".rs").toList();

    assertThat(codes(brief, result(many))).containsExactly("not_compared");
  }

  @Test
  void briefOnAResult_completesTheVerdictsOnIt() {
    assertThat(FORMAT.siblingCompletion())
        .contains(new SiblingCompletion("builder_result", "planner_brief", "reviewer_verdict"));
  }

  private static Documents result(List<String> paths, String... acceptance) {
    return Documents.codeLensResult()
        .with(
            "/payload/changed_files",
            paths.stream().map(path -> Map.of("path", path, "change_type", "modify")).toList())
        .with(
            "/payload/acceptance_results",
            List.of(acceptance).stream().map(id -> Map.of("id", id, "status", "pass")).toList());
  }

  private static List<String> codes(Documents parent, Documents child) {
    return warnings(parent, child).stream().map(Warning::code).toList();
  }

  private static List<Warning> warnings(Documents parent, Documents child) {
    return FORMAT.warningsOfLink(
        read(parent.handoff().criteria()), read(child.handoff().evidence()));
  }

  private static JsonNode read(String json) {
    try {
      return json == null ? MissingNode.getInstance() : JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(json, e);
    }
  }
}
