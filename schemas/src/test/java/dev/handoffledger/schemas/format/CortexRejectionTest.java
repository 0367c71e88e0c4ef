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

class CortexRejectionTest {
  private static final HandoffFormat FORMAT = new Formats().ofKind("agent_handoff").orElseThrow();
  private static final String BLANK = " \u200b\ufeff\u3000\n";
  private static final String EMOJI = "\ud83d\ude00";

  @Test
  void format_rejectsWork() {
    assertThat(FORMAT.rejectsWork()).isTrue();
  }

  @Test
  void knownFailure_isARejectionThatIsNoError() {
    assertThat(rejectionBy(failing("lint fails", "two tests hang")))
        .isEqualTo(
            new WorkRejection(
                "warn",
                "Known failure: lint fails",
                "worker-a",
                "lint fails\ntwo tests hang",
                "check the evidence of milestone 1, then dispatch milestones 2 and 3",
                "failure_rate"));
  }

  static Stream<Documents> handoffsWithoutFailure() {
    return Stream.of(Documents.cortex(), failing(""), failing(BLANK, "\t"));
  }

  @ParameterizedTest
  @MethodSource("handoffsWithoutFailure")
  void handoffThatKnowsOfNoFailure_isNone(Documents document) {
    assertThat(rejection(document)).isEmpty();
  }

  @Test
  void commandThatFailed_isNone() {
    assertThat(rejection(Documents.cortex().with("/verification/commands_run/0/exit_code", 1)))
        .isEmpty();
  }

  @Test
  void blankFailures_areLeftOut() {
    WorkRejection rejection = rejectionBy(failing(BLANK, "a\u0000\nb", "", "c"));

    assertThat(rejection.title()).isEqualTo("Known failure: a b");
    assertThat(rejection.hypothesis()).isEqualTo("a\u0000\nb\nc");
  }

  @Test
  void failureOfControlsAlone_isTitledKnownFailure() {
    assertThat(rejectionBy(failing("\u0001")).title()).isEqualTo("Known failure");
  }

  @Test
  void longFailure_isCutBetweenCharacters() {
    WorkRejection rejection = rejectionBy(failing(EMOJI.repeat(2001)));

    assertThat(rejection.title()).isEqualTo("Known failure: " + EMOJI.repeat(284) + "…");
    assertThat(rejection.hypothesis()).isEqualTo(EMOJI.repeat(1999) + "…");
  }

  @Test
  void manyFailures_areCut() {
    String[] failures =
        IntStream.range(0, 2001).mapToObj(i -> "failure " + i).toArray(String[]::new);

    assertThat(rejectionBy(failing(failures)).hypothesis())
        .startsWith("failure 0\nfailure 1\n")
        .hasSize(2000)
        .endsWith("…");
  }

  @Test
  void longNextAction_isCutBetweenCharacters() {
    assertThat(rejectionBy(failing("x").with("/next_action", EMOJI.repeat(2001))).recommendedNext())
        .isEqualTo(EMOJI.repeat(1999) + "…");
  }

  @Test
  void handoff_isNoPartOfALoop() {
    Documents failing = failing("x");

    assertThat(FORMAT.startsLoopRound(failing.document())).isFalse();
    assertThat(FORMAT.loopStage(failing.document(), null)).isEmpty();
  }

  private static Documents failing(String... failures) {
    return Documents.cortex().with("/verification/known_failures", List.of(failures));
  }

  private static WorkRejection rejectionBy(Documents document) {
    return rejection(document).orElseThrow();
  }

  private static Optional<WorkRejection> rejection(Documents document) {
    assertThat(document.problems()).isEmpty();
    return FORMAT.rejection(document.document(), document.handoff().status());
  }
}
