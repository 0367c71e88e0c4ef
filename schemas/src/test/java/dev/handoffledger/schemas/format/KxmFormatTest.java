package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Warning;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KxmFormatTest {
  private static final String CRITICS = "/verificationEvidence/criticVerdicts";
  private static final String EM_SPACE = "\u2003";

  @Test
  void manifest_isAHandoffManifestOfItsRun() {
    Handoff handoff = Documents.kxm().handoff();

    assertThat(handoff.format()).isEqualTo("kxm");
    assertThat(handoff.kind()).isEqualTo("handoff_manifest");
    assertThat(handoff.session()).isEqualTo("kxm/run_7f3a");
  }

  @Test
  void session_isTheRunByteExact() {
    assertThat(Documents.kxm().with("/workflowRunId", " Run/É ").handoff().session())
        .isEqualTo("kxm/ Run/É ");
  }

  @Test
  void naturalKey_isTheHandoffId() {
    assertThat(Documents.kxm().with("/handoffId", " hnd ").handoff().naturalKey())
        .isEqualTo(" hnd ");
  }

  @Test
  void time_isCreatedAt() {
    assertThat(Documents.kxm().handoff().time().instant())
        .isEqualTo(Instant.parse("2026-04-14T09:00:07Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"accepted", "rejected", "superseded"})
  void id_staysThroughEveryStatus(String status) {
    assertThat(Documents.kxm().with("/status", status).handoff().id())
        .isEqualTo(Documents.kxm().handoff().id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "accepted", "rejected", "superseded"})
  void status_isTheOneStated(String status) {
    assertThat(Documents.kxm().with("/status", status).handoff().status()).isEqualTo(status);
  }

  @Test
  void id_isOtherWithAnyOtherDifference() {
    assertThat(Documents.kxm().with("/baseCommit", "0").handoff().id())
        .isNotEqualTo(Documents.kxm().handoff().id());
  }

  @Test
  void id_tellsNullFromAbsent() {
    assertThat(Documents.kxm().without("/reworkOf").handoff().id())
        .isNotEqualTo(Documents.kxm().with("/reworkOf", null).handoff().id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"request_review", "dispatch_fix", "complete_workflow"})
  void pendingManifest_isForItsTarget(String intent) {
    assertThat(Documents.kxm().with("/intent", intent).handoff().roles())
        .containsExactly("reviewer-arch");
  }

  @Test
  void requestOfApproval_isAlsoForAPerson() {
    assertThat(Documents.kxm().with("/intent", "request_approval").handoff().roles())
        .containsExactly("reviewer-arch", "human");
  }

  @Test
  void requestOfApprovalOfAPerson_isForThatRoleOnce() {
    assertThat(
            Documents.kxm()
                .with("/intent", "request_approval")
                .with("/target/role", "human")
                .handoff()
                .roles())
        .containsExactly("human");
  }

  @ParameterizedTest
  @ValueSource(strings = {"accepted", "rejected", "superseded"})
  void manifestFirstSeenInATerminalStatus_isForNobody(String status) {
    assertThat(
            Documents.kxm()
                .with("/status", status)
                .with("/intent", "request_approval")
                .handoff()
                .roles())
        .isEmpty();
  }

  @Test
  void role_isTrimmedAndComposed() {
    assertThat(Documents.kxm().with("/target/role", EM_SPACE + "re\u0301viseur ").handoff().roles())
        .containsExactly("r\u00e9viseur");
  }

  @Test
  void reworkOf_isTheParentInTheSameRun() {
    assertThat(Documents.kxm().with("/reworkOf", "hnd_0").handoff().parent())
        .isEqualTo(new ParentReference("kxm/run_7f3a", "handoff_manifest", "hnd_0", null, true));
  }

  @Test
  void reworkOfNull_isNoParent() {
    assertThat(Documents.kxm().with("/reworkOf", null).handoff().parent()).isNull();
  }

  @Test
  void reworkOfAbsent_isNoParent() {
    assertThat(Documents.kxm().without("/reworkOf").handoff().parent()).isNull();
  }

  @Test
  void reworkOfEmpty_isNoParent() {
    assertThat(Documents.kxm().with("/reworkOf", "").handoff().parent()).isNull();
  }

  @Test
  void reworkOfEmpty_isWarnedOf() {
    assertThat(warnings(Documents.kxm().with("/reworkOf", ""))).containsExactly("empty_rework_of");
  }

  @Test
  void reworkOfEmpty_followsItsSourceLikeNull() {
    assertThat(Documents.kxm().with("/reworkOf", "").handoff().succession())
        .isEqualTo(Documents.kxm().handoff().succession());
  }

  @Test
  void reworkOfBlank_isRefused() {
    assertThat(Documents.kxm().with("/reworkOf", EM_SPACE).reasonsAt("/reworkOf"))
        .containsExactly(Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @Test
  void reworkOfOver512Bytes_isRefused() {
    assertThat(Documents.kxm().with("/reworkOf", "é".repeat(257)).reasonsAt("/reworkOf"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void reworkOf512Bytes_isTaken() {
    assertThat(Documents.kxm().with("/reworkOf", "é".repeat(256)).problems()).isEmpty();
  }

  @Test
  void reworkOfItself_isRefused() {
    assertThat(Documents.kxm().with("/reworkOf", "hnd_7f3a1").reasonsAt("/reworkOf"))
        .containsExactly(Reason.SELF_PARENT);
  }

  @Test
  void reworkOfAnIdThatDiffersInCase_isNotItself() {
    assertThat(Documents.kxm().with("/reworkOf", "HND_7F3A1").problems()).isEmpty();
  }

  @Test
  void reworkOfOfAnotherType_breaksTheSchema() {
    assertThat(Documents.kxm().with("/reworkOf", 7).reasonsAt("/reworkOf"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void manifest_followsTheLaneOfItsSourceAndOffersThatOfItsTarget() {
    assertThat(Documents.kxm().handoff().succession())
        .isEqualTo(Succession.byTime("reviewer-arch", "writer", "hnd_7f3a1", true));
  }

  @Test
  void rework_followsItsParentAlone() {
    assertThat(Documents.kxm().with("/reworkOf", "hnd_0").handoff().succession().follows())
        .isNull();
  }

  @Test
  void lanes_areNamedLikeRoles() {
    Succession succession =
        Documents.kxm()
            .with("/source/role", " re\u0301viseur")
            .with("/target/role", "re\u0301viseur ")
            .handoff()
            .succession();

    assertThat(List.of(succession.offers(), succession.follows())).containsOnly("r\u00e9viseur");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/handoffId",
        "/taskId",
        "/workflowRunId",
        "/source/role",
        "/source/agentId",
        "/source/stepId",
        "/source/attemptId",
        "/target/role"
      })
  void blankIdOrRole_isRefused(String pointer) {
    assertThat(Documents.kxm().with(pointer, "\u200b \ufeff").reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-04-14T09:00:07.1Z",
        "2026-04-14T09:00:07.123456789Z",
        "2024-02-29T23:59:59Z",
        "2016-12-31T23:59:60Z"
      })
  void createdAtInUtc_isTaken(String time) {
    assertThat(Documents.kxm().with("/createdAt", time).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-04-14T09:00:07+00:00",
        "2026-04-14T09:00:07",
        "2026-04-14 09:00:07Z",
        "2026-04-14t09:00:07z",
        "2026-04-14T09:00:07.Z",
        "2026-04-14T09:00:07.1234567890Z",
        "2026-04-14T09:00:07Z\n",
        "２０２６-04-14T09:00:07Z"
      })
  void createdAtOfAnotherForm_isABadTimestamp(String time) {
    assertThat(Documents.kxm().with("/createdAt", time).reasonsAt("/createdAt"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-30T09:00:07Z",
        "2023-02-29T09:00:07Z",
        "2026-13-01T09:00:07Z",
        "2026-04-14T24:00:00Z",
        "2026-04-14T09:60:00Z",
        "2026-04-14T09:00:60Z"
      })
  void createdAtThatNeverIs_isABadTimestamp(String time) {
    assertThat(Documents.kxm().with("/createdAt", time).reasonsAt("/createdAt"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @Test
  void createdAtOfAnotherType_breaksTheSchema() {
    assertThat(Documents.kxm().with("/createdAt", 1_776_157_207).reasonsAt("/createdAt"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, -1", "false, 0"})
  void witnessThatContradictsItsExitCode_isRefused(boolean passed, int exitCode) {
    assertThat(witness(passed, exitCode).reasonsAt("/verificationEvidence"))
        .containsExactly(Reason.CONTRADICTION);
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "false, 1", "false, -1"})
  void witnessThatAgreesWithItsExitCode_isTaken(boolean passed, int exitCode) {
    assertThat(witness(passed, exitCode).problems()).isEmpty();
  }

  @Test
  void exitCodeOfAFractionOfZero_isTheIntegerZero() {
    assertThat(Documents.kxm().with("/verificationEvidence/witnessExitCode", 0.0).problems())
        .isEmpty();
  }

  @Test
  void siblingSchema_isRefusedAtTheSchema() {
    assertThat(Documents.kxm().with("/schema", "kxm.worker-result.v1").reasonsAt("/schema"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void intentOfAnotherVersion_isRefusedAtTheIntent() {
    assertThat(Documents.kxm().with("/intent", "handoff").reasonsAt("/intent"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void statusOfAnotherVersion_isRefusedAtTheStatus() {
    assertThat(Documents.kxm().with("/status", "done").reasonsAt("/status"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void missingMember_isToldAtItsObject() {
    assertThat(Documents.kxm().without("/target/permission").reasonsAt("/target"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void problem_neverQuotesAValue() {
    assertThat(
            Documents.kxm()
                .with("/status", "s3cret")
                .with("/createdAt", "s3cret")
                .with("/reworkOf", "s3cret")
                .with("/handoffId", "s3cret")
                .problems())
        .extracting(Problem::message)
        .isNotEmpty()
        .noneMatch(message -> message.contains("s3cret"));
  }

  @Test
  void plainManifest_isWarnedOfNothing() {
    assertThat(warnings(Documents.kxm())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete_workflow", "request_approval"})
  void closingWithAFailedCritic_isWarnedOf(String intent) {
    assertThat(
            warnings(Documents.kxm().with("/intent", intent).with(CRITICS + "/0/verdict", "FAIL")))
        .containsExactly("closes_with_failed_critic", "closes_with_few_critics");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete_workflow", "request_approval"})
  void closingWithOneCriticWhoPassedItTwice_isWarnedOf(String intent) {
    assertThat(
            warnings(Documents.kxm().with("/intent", intent).with(CRITICS + "/1/critic", "arch")))
        .containsExactly("closes_with_few_critics");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WARN", "UNKNOWN"})
  void verdictThatIsNoPass_doesNotCountAsOne(String verdict) {
    assertThat(
            warnings(
                Documents.kxm()
                    .with("/intent", "complete_workflow")
                    .with(CRITICS + "/1/verdict", verdict)))
        .containsExactly("closes_with_few_critics");
  }

  @Test
  void closingWithTwoCriticsWhoPassedIt_isWarnedOfNothing() {
    assertThat(warnings(Documents.kxm().with("/intent", "complete_workflow"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"request_review", "dispatch_fix"})
  void failedCriticOfWorkThatGoesOn_isNoReasonToWarn(String intent) {
    assertThat(
            warnings(Documents.kxm().with("/intent", intent).with(CRITICS + "/0/verdict", "FAIL")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"edit", "admin"})
  void reviewerWhoMayWrite_isWarnedOf(String permission) {
    assertThat(warnings(Documents.kxm().with("/target/permission", permission)))
        .containsExactly("reviewer_may_write");
  }

  @Test
  void writerWhoMayWrite_isNoReasonToWarn() {
    assertThat(
            warnings(
                Documents.kxm().with("/target/role", "writer").with("/target/permission", "edit")))
        .isEmpty();
  }

  private static Documents witness(boolean passed, int exitCode) {
    return Documents.kxm()
        .with("/verificationEvidence/witnessPassed", passed)
        .with("/verificationEvidence/witnessExitCode", exitCode);
  }

  private static List<String> warnings(Documents document) {
    return document.handoff().warnings().stream().map(Warning::code).toList();
  }
}
