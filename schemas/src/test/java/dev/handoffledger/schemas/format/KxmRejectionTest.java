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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class KxmRejectionTest {
  private static final HandoffFormat FORMAT =
      new Formats().ofKind("handoff_manifest").orElseThrow();
  private static final String BLANK = " \u200b\ufeff\u3000\n";
  private static final String EMOJI = "\ud83d\ude00";

  private final Documents fix = Documents.kxm().with("/intent", "dispatch_fix");

  @Test
  void format_rejectsWork() {
    assertThat(FORMAT.rejectsWork()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "accepted", "superseded"})
  void manifestThatPassedItsCritics_isNone(String status) {
    assertThat(FORMAT.rejection(Documents.kxm().document(), status)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"request_review", "request_approval", "complete_workflow"})
  void otherIntentThanAFix_isNone(String intent) {
    assertThat(rejection(Documents.kxm().with("/intent", intent))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WARN", "UNKNOWN"})
  void criticWhoDoesNotFailIt_rejectsNothing(String verdict) {
    assertThat(rejection(judged(critic("arch", verdict, "hm")))).isEmpty();
  }

  @Test
  void fix_isARejectionThatIsNoError() {
    assertThat(rejectionBy(fix))
        .isEqualTo(
            new WorkRejection(
                "warn",
                "Fix dispatched: keep the old flag for one release?",
                "native",
                null,
                "keep the old flag for one release?",
                "feedback_rate"));
  }

  @Test
  void failedCritic_isARejectionThatIsAnError() {
    Documents failed =
        judged(
            critic("arch", "PASS", "fine"),
            critic("cli", "FAIL", "the flag is gone"),
            critic("perf", "FAIL", "twice as slow"));

    assertThat(rejectionBy(failed))
        .isEqualTo(
            new WorkRejection(
                "error",
                "Critic cli failed: the flag is gone",
                "native",
                "the flag is gone\ntwice as slow",
                "keep the old flag for one release?",
                "feedback_rate"));
  }

  @Test
  void manifestFirstSeenRejected_isARejectionThatIsAnError() {
    assertThat(rejectionBy(Documents.kxm().with("/status", "rejected")))
        .isEqualTo(
            new WorkRejection(
                "error",
                "Rejected: keep the old flag for one release?",
                "native",
                null,
                "keep the old flag for one release?",
                "feedback_rate"));
  }

  @Test
  void manifestRejectedLater_isTheSameRejection() {
    assertThat(FORMAT.rejection(Documents.kxm().document(), "rejected"))
        .isEqualTo(rejection(Documents.kxm().with("/status", "rejected")));
  }

  @Test
  void fixThatIsRejectedLater_becomesAnErrorUnderItsTitle() {
    WorkRejection rejection = FORMAT.rejection(fix.document(), "rejected").orElseThrow();

    assertThat(rejection.severity()).isEqualTo("error");
    assertThat(rejection.title()).startsWith("Fix dispatched: ");
  }

  @Test
  void failedCritic_comesBeforeTheFixInTheTitle() {
    assertThat(
            rejectionBy(judged(critic("cli", "FAIL", "gone")).with("/intent", "dispatch_fix"))
                .title())
        .isEqualTo("Critic cli failed: gone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"accepted", "superseded"})
  void fix_staysARejectionWhateverBecomesOfIt(String status) {
    assertThat(FORMAT.rejection(fix.document(), status)).isPresent();
  }

  @Test
  void firstFailedCriticWhoSaysWhy_isTheTitle() {
    assertThat(
            rejectionBy(
                    judged(
                        critic("arch", "FAIL", BLANK),
                        critic("cli", "FAIL", "gone"),
                        critic("perf", "FAIL", "slow")))
                .title())
        .isEqualTo("Critic cli failed: gone");
  }

  @Test
  void criticsWhoDoNotSayWhy_leaveNoHypothesis() {
    WorkRejection rejection =
        rejectionBy(
            judged(Map.of("critic", "arch", "verdict", "FAIL"), critic("cli", "FAIL", BLANK)));

    assertThat(rejection.title()).isEqualTo("Critic arch failed");
    assertThat(rejection.hypothesis()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'', Critic failed: why",
    "' \n', Critic failed: why",
    "'a\u001b[2J\nb', Critic a [2J b failed: why"
  })
  void nameOfACritic_staysInOneLine(String name, String title) {
    assertThat(rejectionBy(judged(critic(name, "FAIL", "why"))).title()).isEqualTo(title);
  }

  @Test
  void titleOfALongCritic_isCutBetweenCharacters() {
    String title = rejectionBy(judged(critic(EMOJI.repeat(2001), "FAIL", "why"))).title();

    assertThat(title).isEqualTo("Critic " + EMOJI.repeat(292) + "…");
  }

  @Test
  void summariesOver2000_areCutBetweenCharacters() {
    assertThat(
            rejectionBy(
                    judged(
                        critic("a", "FAIL", EMOJI.repeat(1000)),
                        critic("b", "FAIL", EMOJI.repeat(1000))))
                .hypothesis())
        .isEqualTo(EMOJI.repeat(1000) + "\n" + EMOJI.repeat(998) + "…");
  }

  @Test
  void actionThatIsSuggested_isRecommendedBeforeTheQuestions() {
    WorkRejection rejection =
        rejectionBy(fix.with("/suggestedNextStep", Map.of("action", "restore the flag")));

    assertThat(rejection.recommendedNext()).isEqualTo("restore the flag");
    assertThat(rejection.title()).isEqualTo("Fix dispatched: restore the flag");
  }

  static Stream<Map<String, String>> stepsWithoutAction() {
    return Stream.of(
        Map.of(), Map.of("stepId", "s"), Map.of("action", ""), Map.of("action", BLANK));
  }

  @ParameterizedTest
  @MethodSource("stepsWithoutAction")
  void stepWithoutAction_leavesItToTheQuestions(Map<String, String> step) {
    assertThat(
            rejectionBy(
                    fix.with("/suggestedNextStep", step)
                        .with("/openQuestions", List.of(BLANK, "why?", "", "when?")))
                .recommendedNext())
        .isEqualTo("why?\nwhen?");
  }

  static Stream<Documents> manifestsWithoutQuestions() {
    return Stream.of(
        Documents.kxm().without("/openQuestions"),
        Documents.kxm().with("/openQuestions", List.of()),
        Documents.kxm().with("/openQuestions", List.of("", BLANK)));
  }

  @ParameterizedTest
  @MethodSource("manifestsWithoutQuestions")
  void manifestThatAsksNothing_recommendsNothing(Documents manifest) {
    assertThat(rejectionBy(manifest.with("/intent", "dispatch_fix")).recommendedNext()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"dispatch_fix, pending, Fix dispatched", "request_review, rejected, Rejected"})
  void manifestThatSaysNothing_hasWhatHappenedAsTitle(String intent, String status, String title) {
    assertThat(
            rejectionBy(
                    Documents.kxm()
                        .without("/openQuestions")
                        .with("/intent", intent)
                        .with("/status", status))
                .title())
        .isEqualTo(title);
  }

  @Test
  void manyQuestions_areCut() {
    List<String> questions = IntStream.range(0, 2001).mapToObj(i -> "why " + i).toList();

    assertThat(rejectionBy(fix.with("/openQuestions", questions)).recommendedNext())
        .startsWith("why 0\nwhy 1\n")
        .hasSize(2000)
        .endsWith("…");
  }

  @Test
  void blankHarness_diagnosedNothing() {
    assertThat(rejectionBy(fix.with("/source/harness", BLANK)).diagnosedBy()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "accepted", "rejected", "superseded"})
  void statusByNow_isTheStage(String status) {
    assertThat(FORMAT.loopStage(Documents.kxm().document(), status)).contains(status);
  }

  @Test
  void rework_startsARound() {
    assertThat(startsLoopRound(Documents.kxm().with("/reworkOf", "hnd_1"))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "")
  void manifestThatReworksNone_startsNoRound(String reworkOf) {
    assertThat(startsLoopRound(Documents.kxm().with("/reworkOf", reworkOf))).isFalse();
  }

  @Test
  void manifestWithoutReworkOf_startsNoRound() {
    assertThat(startsLoopRound(Documents.kxm().without("/reworkOf"))).isFalse();
  }

  private static boolean startsLoopRound(Documents document) {
    return FORMAT.startsLoopRound(document.document());
  }

  @SafeVarargs
  private static Documents judged(Map<String, String>... verdicts) {
    return Documents.kxm().with("/verificationEvidence/criticVerdicts", List.of(verdicts));
  }

  private static Map<String, String> critic(String name, String verdict, String summary) {
    return Map.of("critic", name, "verdict", verdict, "summary", summary);
  }

  private static WorkRejection rejectionBy(Documents document) {
    return rejection(document).orElseThrow();
  }

  private static Optional<WorkRejection> rejection(Documents document) {
    assertThat(document.problems()).isEmpty();
    return FORMAT.rejection(document.document(), document.handoff().status());
  }
}
