package dev.handoffledger.projections.issue;

import static dev.handoffledger.projections.issue.SampleEvents.decided;
import static dev.handoffledger.projections.issue.SampleEvents.diagnosed;
import static dev.handoffledger.projections.issue.SampleEvents.observed;
import static dev.handoffledger.projections.issue.SampleEvents.stage;
import static dev.handoffledger.projections.issue.SampleEvents.verified;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the rules of the state meet. The life of an issue has the plain cases. */
class IssueStateTest {

  @Test
  void receiptAtTheTimeOfTheRunsLastEvent_isNewerByItsGreaterRecordId() {
    assertThat(state(stage("a", 5, "run", "approved"), decided("b", 5, "skip")))
        .isEqualTo(IssueState.SKIPPED);
  }

  @Test
  void receiptAtTheTimeOfTheRunsLastEvent_isOlderByItsLesserRecordId() {
    assertThat(state(stage("b", 5, "run", "approved"), decided("a", 5, "skip")))
        .isEqualTo(IssueState.IN_PROGRESS);
  }

  @Test
  void verdictWithoutAnyStage_isProgress() {
    assertThat(state(verified("v", 5, "run", "blocked")))
        .isEqualTo(IssueState.VERIFICATION_BLOCKED);
  }

  @Test
  void failedVerificationWithoutReceipt_needsADecision() {
    assertThat(state(stage("s", 4, "run", "merged"), verified("v", 5, "run", "not_improved")))
        .isEqualTo(IssueState.NEEDS_DECISION);
  }

  @Test
  void oldDeferAfterAFailedVerification_stands() {
    assertThat(
            state(
                decided("d", 3, "defer"),
                stage("s", 4, "run", "merged"),
                verified("v", 5, "run", "not_improved")))
        .isEqualTo(IssueState.DEFERRED);
  }

  @Test
  void stageOfAnOlderRunAfterItsSuccessor_doesNotMakeItCurrent() {
    assertThat(
            state(
                stage("a", 1, "old", "approved"),
                stage("b", 2, "new", "approved"),
                stage("c", 3, "old", "merged")))
        .isEqualTo(IssueState.IN_PROGRESS);
  }

  @Test
  void verdictOnAnOlderRun_saysNothingOfTheCurrentOne() {
    assertThat(
            state(
                stage("a", 1, "old", "merged"),
                stage("b", 2, "new", "merged"),
                verified("c", 3, "old", "blocked")))
        .isEqualTo(IssueState.AWAITING_VERIFICATION);
  }

  @Test
  void patchAfterARegression_doesNotAnswerIt() {
    assertThat(
            state(
                verified("v", 5, "run", "improved"),
                observed("o", 8, 6, 7),
                decided("d", 9, "patch")))
        .isEqualTo(IssueState.REGRESSION);
  }

  @Test
  void skipBeforeTheObservation_doesNotAnswerTheRegression() {
    assertThat(
            state(
                verified("v", 5, "run", "improved"),
                decided("d", 7, "skip"),
                observed("o", 8, 6, 7)))
        .isEqualTo(IssueState.REGRESSION);
  }

  @Test
  void observationBehindAnAnsweredOne_isARegressionOfItsOwn() {
    assertThat(
            state(
                verified("v", 5, "run", "improved"),
                observed("o1", 8, 6, 7),
                decided("d", 9, "skip"),
                observed("o2", 10, 5, 6)))
        .isEqualTo(IssueState.REGRESSION);
  }

  @Test
  void improvementOfAnOlderRun_regressesTooWhileNoRunBeganAfterIt() {
    assertThat(
            state(
                stage("a", 1, "old", "merged"),
                stage("b", 2, "new", "approved"),
                verified("c", 5, "old", "improved"),
                observed("o", 8, 6, 7)))
        .isEqualTo(IssueState.REGRESSION);
  }

  @Test
  void runThatWasOnlyDiagnosedAfterTheImprovement_isNoAnswerToARegression() {
    assertThat(
            state(
                verified("v", 5, "run", "improved"),
                observed("o", 8, 6, 7),
                stage("s", 9, "next", "diagnosed")))
        .isEqualTo(IssueState.REGRESSION);
  }

  @Test
  void newerVerdictOfTheSameRun_takesTheVerificationBack() {
    assertThat(state(verified("a", 5, "run", "improved"), verified("b", 6, "run", "blocked")))
        .isEqualTo(IssueState.VERIFICATION_BLOCKED);
  }

  private static IssueState state(ObjectNode... events) {
    List<ObjectNode> all = new ArrayList<>(Arrays.asList(events));
    all.add(diagnosed("0", 0));
    return Packets.issue(SampleEvents.SCOPE, SampleEvents.entries(all.toArray(ObjectNode[]::new)))
        .state();
  }
}
