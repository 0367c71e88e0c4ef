package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Reason;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopOpsEventFormatTest {

  static List<Documents> everyKind() {
    return List.of(diagnosed(), observed(), decided(), stageRecorded(), verified());
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void event_isValid(Documents event) {
    assertThat(event.problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void event_isOfItsIssuesSession(Documents event) {
    assertThat(event.handoff().session()).isEqualTo("loopops/shop/iss-7f3a");
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void event_standsInNoChain(Documents event) {
    Handoff handoff = event.handoff();

    assertThat(handoff.parent()).isNull();
    assertThat(handoff.succession()).isNull();
  }

  @Test
  void kind_isTheOneTheEventNames() {
    assertThat(everyKind().stream().map(event -> event.handoff().kind()))
        .containsExactly(
            "issue_diagnosed",
            "issue_observed",
            "issue_decided",
            "loop_stage_recorded",
            "loop_verified");
  }

  @Test
  void naturalKey_isTheRecordId() {
    assertThat(observed().handoff().naturalKey()).isEqualTo("r-7f3a-2");
  }

  @Test
  void time_isOccurredAt() {
    assertThat(observed().handoff().time().instant())
        .isEqualTo(Instant.parse("2026-04-15T09:00:07Z"));
  }

  @ParameterizedTest
  @CsvSource({"a/b, a%2Fb", "a%2Fb, a%252Fb", "a-._~Z9, a-._~Z9", "a+b&c, a%2Bb%26c"})
  void session_percentEncodesTheProject(String project, String encoded) {
    assertThat(diagnosed().with("/project/project_id", project).handoff().session())
        .isEqualTo("loopops/" + encoded + "/iss-7f3a");
  }

  @Test
  void session_percentEncodesTheIssue() {
    assertThat(diagnosed().with("/issue/id", "a:b@c").handoff().session())
        .isEqualTo("loopops/shop/a%3Ab%40c");
  }

  @Test
  void diagnosis_isForAPerson() {
    assertThat(diagnosed().handoff().roles()).containsExactly("human");
  }

  @Test
  void decisionToPatch_isForACodingAgent() {
    assertThat(decided().handoff().roles()).containsExactly("coding-agent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"observe", "defer", "skip"})
  void decisionNotToPatch_isForNobody(String decision) {
    assertThat(decided().with("/decision", decision).handoff().roles()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"blocked, human", "not_improved, coding-agent"})
  void verificationThatFailed_isForTheOneWhoActsNext(String verdict, String role) {
    assertThat(failed(verdict).handoff().roles()).containsExactly(role);
  }

  @Test
  void verificationOfAnImprovement_isForNobody() {
    assertThat(verified().handoff().roles()).isEmpty();
  }

  @Test
  void observation_isForNobody() {
    assertThat(observed().handoff().roles()).isEmpty();
  }

  @Test
  void stage_isForNobody() {
    assertThat(stageRecorded().handoff().roles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reverted", "review_approved", "Merged", ""})
  void stageOutOfTheList_isRefused(String stage) {
    assertThat(stageRecorded().with("/stage", stage).reasonsAt("/stage"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void approvedStageWithoutWhoApproved_isRefused() {
    assertThat(stageRecorded().with("/stage", "approved").without("/approved_by").reasonsAt(""))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void approvedStageByNull_isRefused() {
    assertThat(
            stageRecorded()
                .with("/stage", "approved")
                .with("/approved_by", null)
                .reasonsAt("/approved_by"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void approvedStageByAPerson_isTaken() {
    assertThat(stageRecorded().with("/stage", "approved").with("/approved_by", "mei").problems())
        .isEmpty();
  }

  @Test
  void diagnosisWithoutEvidence_isRefused() {
    assertThat(diagnosed().without("/evidence").reasonsAt(""))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void diagnosisOnNoRecord_isRefused() {
    assertThat(
            diagnosed()
                .with("/evidence/evidence_ids", List.of())
                .reasonsAt("/evidence/evidence_ids"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void diagnosisOnTheSameRecordTwice_isRefused() {
    assertThat(
            diagnosed()
                .with("/evidence/evidence_ids", List.of("rec_1", "rec_1"))
                .reasonsAt("/evidence/evidence_ids"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void decisionWithoutARationale_isRefused() {
    assertThat(decided().without("/rationale").reasonsAt(""))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void decisionWithABlankRationale_isRefused() {
    assertThat(decided().with("/rationale", "\u200b").reasonsAt("/rationale"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no_data", "unjoined_cluster"})
  void verificationThatWasRefused_isRefused(String verdict) {
    assertThat(verified().with("/verdict", verdict).reasonsAt("/verdict"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not_improved", "blocked"})
  void failedVerificationWithoutAReason_isRefused(String verdict) {
    assertThat(failed(verdict).without("/reason").reasonsAt(""))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not_improved", "blocked"})
  void failedVerificationForNullReason_isRefused(String verdict) {
    assertThat(failed(verdict).with("/reason", null).reasonsAt("/reason"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not_improved", "blocked"})
  void failedVerificationWithADelta_isRefused(String verdict) {
    assertThat(failed(verdict).with("/delta", "0.1 %").reasonsAt("/delta"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void clustersThatDisagree_areRefusedAtTheEvidence() {
    assertThat(diagnosed().with("/evidence/cluster_id", "other").reasonsAt("/evidence/cluster_id"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/issue/cluster_id", "/evidence/cluster_id"})
  void clusterGivenOnce_isTaken(String pointer) {
    assertThat(diagnosed().without(pointer).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/issue/cluster_id", "/evidence/cluster_id"})
  void clusterOfNullBesideAnother_isTaken(String pointer) {
    assertThat(diagnosed().with(pointer, null).problems()).isEmpty();
  }

  @Test
  void windowThatEndsBeforeItBegins_isRefused() {
    assertThat(window(observed(), "2026-04-15T09:00:01Z", "2026-04-15T09:00:00Z"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void windowOfAVerificationThatEndsBeforeItBegins_isRefused() {
    assertThat(window(verified(), "2026-04-15T09:00:01Z", "2026-04-15T09:00:00Z"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void windowOfNoLength_isTaken() {
    assertThat(window(observed(), "2026-04-15T09:00:00Z", "2026-04-15T09:00:00Z")).isEmpty();
  }

  @Test
  void windowsOrder_isThatOfInstantsAndNotOfTexts() {
    assertThat(window(observed(), "2026-04-15T10:00:00+02:00", "2026-04-15T09:00:00Z")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"if_tool_timeout", "-x", "a b", "a/b", "ä", "a\n", ""})
  void issueIdOfAnotherForm_isRefused(String id) {
    assertThat(diagnosed().with("/issue/id", id).reasonsAt("/issue/id"))
        .contains(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"IF_1", "iff_1", "x_if_1"})
  void issueIdThatOnlyResemblesAFingerprint_isTaken(String id) {
    assertThat(diagnosed().with("/issue/id", id).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/record_id", "/run_id"})
  void idOver512Bytes_isRefused(String pointer) {
    assertThat(verified().with(pointer, "😀".repeat(129)).reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void blankRecordId_isRefused() {
    assertThat(observed().with("/record_id", " ").reasonsAt("/record_id"))
        .contains(Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @Test
  void eventOfNoSuchName_isOfAnUnknownKind() {
    assertThat(observed().with("/event", "loopops.issue_closed/v1").reasonsAt("/event"))
        .containsExactly(Reason.UNKNOWN_KIND);
  }

  @Test
  void eventOfAnotherVersion_isOfAnUnknownKind() {
    assertThat(observed().with("/event", "loopops.issue_observed/v2").reasonsAt("/event"))
        .containsExactly(Reason.UNKNOWN_KIND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-04-15", "2026-02-30T09:00:07Z", "2026-04-15 09:00:07Z", ""})
  void timeThatIsNoDateTime_isABadTimestamp(String time) {
    assertThat(observed().with("/occurred_at", time).reasonsAt("/occurred_at"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @Test
  void dateTimeOver64Characters_breaksTheSchema() {
    String time = "2026-04-15T09:00:07." + "0".repeat(44) + "Z";

    assertThat(observed().with("/occurred_at", time).reasonsAt("/occurred_at"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void dateTimeOf64Characters_isTaken() {
    String time = "2026-04-15T09:00:07." + "0".repeat(43) + "Z";

    assertThat(observed().with("/occurred_at", time).problems()).isEmpty();
  }

  @Test
  void badWindowTime_isToldAtItself() {
    assertThat(observed().with("/window/to", "soon").reasonsAt("/window/to"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  private static List<Reason> window(Documents event, String from, String to) {
    return event.with("/window/from", from).with("/window/to", to).reasonsAt("/window");
  }

  private static Documents diagnosed() {
    return Documents.loopOpsDiagnosed();
  }

  private static Documents observed() {
    return Documents.of("loopops-issue-observed.json");
  }

  private static Documents decided() {
    return Documents.of("loopops-issue-decided.json");
  }

  private static Documents stageRecorded() {
    return Documents.of("loopops-loop-stage-recorded.json");
  }

  private static Documents verified() {
    return Documents.of("loopops-loop-verified.json");
  }

  private static Documents failed(String verdict) {
    return verified()
        .with("/verdict", verdict)
        .with("/reason", "too few searches")
        .with("/delta", null);
  }
}
