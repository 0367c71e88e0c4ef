package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.WorkRejection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AceRejectionTest {
  private static final HandoffFormat FORMAT = new Formats().ofKind("agent_state").orElseThrow();
  private static final String BLANK = " \u200b\ufeff\u3000\n";
  private static final String EMOJI = "\ud83d\ude00";

  private final Documents blocked =
      Documents.ace()
          .with("/transition/status", "BLOCKED")
          .with("/payload/known_issues", List.of("the store is gone", "no key"));

  @Test
  void format_rejectsWork() {
    assertThat(FORMAT.rejectsWork()).isTrue();
  }

  @Test
  void blockedState_isARejectionThatIsAnError() {
    assertThat(rejectionBy(blocked))
        .isEqualTo(
            new WorkRejection(
                "error",
                "Blocked: the store is gone",
                "agent-builder",
                "step finished",
                "the store is gone\nno key",
                "failure_rate"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"READY", "READY_FOR_REVIEW", "DONE"})
  void stateThatIsNotBlocked_isNoneWhateverIssuesItKnows(String status) {
    assertThat(rejection(blocked.with("/transition/status", status))).isEmpty();
  }

  @Test
  void firstIssueThatSaysSomething_isTheTitle() {
    assertThat(
            rejectionBy(blocked.with("/payload/known_issues", List.of(BLANK, "", "no\n\tkey")))
                .title())
        .isEqualTo("Blocked: no key");
  }

  static Stream<List<String>> noIssues() {
    return Stream.of(List.of(), List.of("", BLANK));
  }

  @ParameterizedTest
  @MethodSource("noIssues")
  void stateWithoutAnIssue_hasItsReasonAsTitleAndRecommendsNothing(List<String> issues) {
    WorkRejection rejection = rejectionBy(blocked.with("/payload/known_issues", issues));

    assertThat(rejection.title()).isEqualTo("Blocked: step finished");
    assertThat(rejection.recommendedNext()).isNull();
  }

  @Test
  void blankReason_isNoHypothesis() {
    assertThat(rejectionBy(blocked.with("/transition/reason", BLANK)).hypothesis()).isNull();
  }

  @Test
  void stateThatSaysNothing_isTitledBlocked() {
    assertThat(
            rejectionBy(
                    blocked
                        .with("/transition/reason", BLANK)
                        .with("/payload/known_issues", List.of()))
                .title())
        .isEqualTo("Blocked");
  }

  @Test
  void longReason_isCutBetweenCharacters() {
    assertThat(rejectionBy(blocked.with("/transition/reason", EMOJI.repeat(2001))).hypothesis())
        .isEqualTo(EMOJI.repeat(1999) + "…");
  }

  @Test
  void titleOfALongIssue_isCutBetweenCharacters() {
    assertThat(
            rejectionBy(blocked.with("/payload/known_issues", List.of(EMOJI.repeat(2001)))).title())
        .isEqualTo("Blocked: " + EMOJI.repeat(290) + "…");
  }

  @Test
  void manyIssues_areCut() {
    List<String> issues = IntStream.range(0, 2001).mapToObj(i -> "issue " + i).toList();

    assertThat(rejectionBy(blocked.with("/payload/known_issues", issues)).recommendedNext())
        .startsWith("issue 0\nissue 1\n")
        .hasSize(2000)
        .endsWith("…");
  }

  @Test
  void state_isNoPartOfALoop() {
    assertThat(FORMAT.startsLoopRound(blocked.document())).isFalse();
    assertThat(FORMAT.loopStage(blocked.document(), null)).isEmpty();
  }

  private static WorkRejection rejectionBy(Documents document) {
    return rejection(document).orElseThrow();
  }

  private static Optional<WorkRejection> rejection(Documents document) {
    assertThat(document.problems()).isEmpty();
    return FORMAT.rejection(document.document(), document.handoff().status());
  }
}
