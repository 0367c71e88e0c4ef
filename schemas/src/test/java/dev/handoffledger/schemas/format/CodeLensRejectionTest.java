package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.WorkRejection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeLensRejectionTest {
  private static final HandoffFormat FORMAT = new Formats().ofKind("planner_brief").orElseThrow();
  private static final String BLANK = " \u200b\ufeff\u3000\n";
  private static final String EMOJI = "\ud83d\ude00";

  private final Documents verdict = Documents.codeLensVerdict();

  @Test
  void format_rejectsWork() {
    assertThat(FORMAT.rejectsWork()).isTrue();
  }

  @Test
  void requestForChanges_isARejection() {
    assertThat(rejectionBy(verdict))
        .isEqualTo(
            new WorkRejection(
                "warn",
                "Changes requested: bridge must take the parsed intent only",
                "reviewer",
                "The bridge step still reads the request directly",
                "- bridge must take the parsed intent only (crates/core/src/bridge.rs)",
                "feedback_rate"));
  }

  @Test
  void block_isARejectionThatIsAnError() {
    WorkRejection rejection = rejectionBy(verdict.with("/payload/decision", "block"));

    assertThat(rejection.severity()).isEqualTo("error");
    assertThat(rejection.title()).isEqualTo("Blocked: bridge must take the parsed intent only");
  }

  static Stream<Documents> approvals() {
    return Stream.of(
        Documents.codeLensVerdict().with("/payload/decision", "approve"),
        Documents.codeLensBrief(),
        Documents.codeLensResult(),
        Documents.codeLensResult().with("/payload/audit/status", "fail"),
        Documents.codeLensBaton());
  }

  @ParameterizedTest
  @MethodSource("approvals")
  void whatIsNoSuchVerdict_isNone(Documents document) {
    assertThat(rejection(document)).isEmpty();
  }

  @Test
  void firstStatementThatSaysSomething_isTheTitle() {
    assertThat(rejectionBy(asking(change(BLANK), change("second"), change("third"))).title())
        .isEqualTo("Changes requested: second");
  }

  static Stream<Arguments> verdictsWithoutStatement() {
    return Stream.of(
        Arguments.of(Documents.codeLensVerdict().without("/payload/requested_changes")),
        Arguments.of(asking()),
        Arguments.of(asking(change(""), change(BLANK))));
  }

  @ParameterizedTest
  @MethodSource("verdictsWithoutStatement")
  void verdictWithoutStatement_hasItsRationaleAsTitleAndRecommendsNothing(Documents document) {
    WorkRejection rejection = rejectionBy(document);

    assertThat(rejection.title())
        .isEqualTo("Changes requested: The bridge step still reads the request directly");
    assertThat(rejection.recommendedNext()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", BLANK})
  void blankRationale_isNoHypothesis(String rationale) {
    assertThat(rejectionBy(verdict.with("/payload/rationale", rationale)).hypothesis()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"request_changes, Changes requested", "block, Blocked"})
  void verdictThatSaysNothing_hasItsDecisionAsTitle(String decision, String title) {
    assertThat(
            rejectionBy(
                    asking().with("/payload/rationale", " ").with("/payload/decision", decision))
                .title())
        .isEqualTo(title);
  }

  @Test
  void titleOfALongStatement_isOneLineOf300() {
    String title = rejectionBy(asking(change("a\u0000\n\n b " + EMOJI.repeat(2001)))).title();

    assertThat(title).startsWith("Changes requested: a b " + EMOJI).endsWith(EMOJI + "…");
    assertThat(title.codePoints()).hasSize(300);
  }

  @Test
  void everyChange_isOneLineWithItsPath() {
    assertThat(
            rejectionBy(
                    asking(
                        change("one\n- forged (x)\u001b[2J"),
                        change(BLANK, "src/left-out.rs"),
                        change("two", BLANK),
                        change(" three ", "src/\na.rs")))
                .recommendedNext())
        .isEqualTo("- one - forged (x) [2J\n- two\n- three (src/ a.rs)");
  }

  @Test
  void longRationale_isCutBetweenCharacters() {
    assertThat(rejectionBy(verdict.with("/payload/rationale", EMOJI.repeat(2001))).hypothesis())
        .isEqualTo(EMOJI.repeat(1999) + "…");
  }

  @Test
  void rationaleOf2000_isKeptAsItIs() {
    assertThat(rejectionBy(verdict.with("/payload/rationale", EMOJI.repeat(2000))).hypothesis())
        .isEqualTo(EMOJI.repeat(2000));
  }

  @Test
  void linesOfARationale_stay() {
    assertThat(rejectionBy(verdict.with("/payload/rationale", "one\n\n two ")).hypothesis())
        .isEqualTo("one\n\n two ");
  }

  @Test
  void manyChanges_areCut() {
    Documents many =
        verdict.with(
            "/payload/requested_changes",
            IntStream.range(0, 1000).mapToObj(i -> change("change " + i)).toList());

    assertThat(rejectionBy(many).recommendedNext())
        .startsWith("- change 0\n- change 1\n")
        .hasSize(2000)
        .endsWith("…");
  }

  @Test
  void clientThatIsNamed_diagnosed() {
    assertThat(rejectionBy(verdict.with("/producer/client_name", "client-a")).diagnosedBy())
        .isEqualTo("client-a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", BLANK})
  void roleOfABlankClient_diagnosed(String name) {
    assertThat(rejectionBy(verdict.with("/producer/client_name", name)).diagnosedBy())
        .isEqualTo("reviewer");
  }

  static Stream<Arguments> stages() {
    Documents verdict = Documents.codeLensVerdict();
    return Stream.of(
        Arguments.of(Documents.codeLensBrief(), "brief"),
        Arguments.of(Documents.codeLensResult(), "result"),
        Arguments.of(verdict, "changes_requested"),
        Arguments.of(verdict.with("/payload/decision", "block"), "blocked"),
        Arguments.of(verdict.with("/payload/decision", "approve"), "review_approved"),
        Arguments.of(Documents.codeLensBaton(), null));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void kindAndDecision_areTheStage(Documents document, String stage) {
    assertThat(FORMAT.loopStage(document.document(), null)).isEqualTo(Optional.ofNullable(stage));
  }

  @Test
  void brief_startsARound() {
    assertThat(FORMAT.startsLoopRound(Documents.codeLensBrief().document())).isTrue();
  }

  static Stream<Documents> otherThanBriefs() {
    return Stream.of(
        Documents.codeLensResult(), Documents.codeLensVerdict(), Documents.codeLensBaton());
  }

  @ParameterizedTest
  @MethodSource("otherThanBriefs")
  void otherThanABrief_startsNoRound(Documents document) {
    assertThat(FORMAT.startsLoopRound(document.document())).isFalse();
  }

  @SafeVarargs
  private static Documents asking(Map<String, String>... changes) {
    return Documents.codeLensVerdict().with("/payload/requested_changes", List.of(changes));
  }

  private static Map<String, String> change(String statement) {
    return Map.of("statement", statement);
  }

  private static Map<String, String> change(String statement, String targetPath) {
    return Map.of("statement", statement, "target_path", targetPath);
  }

  private static WorkRejection rejectionBy(Documents document) {
    return rejection(document).orElseThrow();
  }

  private static Optional<WorkRejection> rejection(Documents document) {
    assertThat(document.problems()).isEmpty();
    return FORMAT.rejection(document.document(), document.handoff().status());
  }
}
