package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Warning;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CortexFormatTest {
  @Test
  void document_isAnAgentHandoffOfItsTask() {
    Handoff handoff = Documents.cortex().handoff();

    assertThat(handoff.format()).isEqualTo("cortex");
    assertThat(handoff.kind()).isEqualTo("agent_handoff");
    assertThat(handoff.session()).isEqualTo("cortex/T-7f3a");
  }

  @Test
  void naturalKey_isItsHandoffIdAsItIsWritten() {
    assertThat(Documents.cortex().with("/handoff_id", " h/É ").handoff().naturalKey())
        .isEqualTo(" h/É ");
  }

  @Test
  void task_isByteExact() {
    assertThat(Documents.cortex().with("/task_id", "e\u0301").handoff().session())
        .isEqualTo("cortex/e\u0301");
  }

  @Test
  void handoff_declaresNoParent() {
    assertThat(Documents.cortex().handoff().parent()).isNull();
  }

  @Test
  void handoff_followsTheOneBeforeItInItsTask() {
    assertThat(Documents.cortex().handoff().succession())
        .isEqualTo(Succession.byTime("", "", "H-7f3a-1", true));
  }

  @Test
  void producedAt_isItsTime() {
    Handoff handoff = Documents.cortex().handoff();

    assertThat(handoff.time().instant()).isEqualTo(Instant.parse("2026-04-14T01:00:07.123456Z"));
    assertThat(handoff.time().text()).isEqualTo("2026-04-14T09:00:07.123456+08:00");
  }

  @Test
  void resumeByAnAgent_isForTheRoleItNames() {
    assertThat(Documents.cortex().handoff().roles()).containsExactly("coordinator");
  }

  @Test
  void resumeByAPerson_isAlsoForAPerson() {
    assertThat(Documents.cortex().with("/mode", "HUMAN_RESUME").handoff().roles())
        .containsExactly("coordinator", "human");
  }

  @Test
  void resumeByAPersonOfRoleHuman_isForItOnce() {
    assertThat(
            Documents.cortex()
                .with("/mode", "HUMAN_RESUME")
                .with("/to/role", "human")
                .handoff()
                .roles())
        .containsExactly("human");
  }

  @Test
  void role_isTrimmedAndComposed() {
    assertThat(Documents.cortex().with("/to/role", "\u00a0re\u0301viseur\n").handoff().roles())
        .containsExactly("r\u00e9viseur");
  }

  @Test
  void sharedContextUnderTheAgentsFolder_isNotWarnedOf() {
    assertThat(warnings(shared(".agent/artifacts/T-7f3a/shared-context.json"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/tmp/shared-context.json", "agent/artifacts/c.json", ""})
  void sharedContextElsewhere_isWarnedOf(String reference) {
    assertThat(warnings(shared(reference))).containsExactly("shared_context_elsewhere");
  }

  @Test
  void noSharedContext_isNotWarnedOf() {
    assertThat(warnings(shared(null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/handoff_id",
        "/task_id",
        "/to/role",
        "/from/agent_id",
        "/from/model",
        "/task_progress/current_step",
        "/task_progress/in_progress",
        "/next_action",
        "/artifacts/context_snapshot_ref",
        "/artifacts/markdown_ref"
      })
  void textThatMustSaySomething_isRefusedWhereItIsBlank(String pointer) {
    assertThat(Documents.cortex().with(pointer, " \u200b\ufeff\u3000\n").problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.RULE_VIOLATION, pointer), tuple(Reason.BLANK_FIELD, pointer));
  }

  @Test
  void emptyTextWhereTheSchemaAsksForOne_isRefusedForBoth() {
    assertThat(Documents.cortex().with("/next_action", "").reasonsAt("/next_action"))
        .containsExactlyInAnyOrder(
            Reason.SCHEMA_VIOLATION, Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/from/session_id", "/mission_id", "/verification/commands_needed/0"})
  void textThatMaySayNothing_isTakenBlank(String pointer) {
    assertThat(Documents.cortex().with(pointer, " ").problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/handoff_id", "/task_id", "/to/role"})
  void idOver512Bytes_isRefused(String pointer) {
    assertThat(Documents.cortex().with(pointer, "é".repeat(257)).reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/handoff_id", "/task_id", "/to/role"})
  void idOf512Bytes_isTaken(String pointer) {
    assertThat(Documents.cortex().with(pointer, "é".repeat(256)).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/schema_version", "/milestone_id", "/to/team", "/artifacts/extra"})
  void furtherMember_isNamedAndRemovingItIsEnough(String pointer) {
    Documents extended = Documents.cortex().with(pointer, "1.0");

    assertThat(extended.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.reason()).isEqualTo(Reason.SCHEMA_VIOLATION);
              assertThat(problem.pointer()).isEqualTo(pointer);
              assertThat(problem.message()).containsIgnoringCase("remov").contains("enough");
            });
    assertThat(extended.without(pointer).problems()).isEmpty();
  }

  @Test
  void severalFurtherMembers_areEachNamed() {
    assertThat(
            Documents.cortex().with("/schema_version", "1.0").with("/milestone_id", 3).problems())
        .extracting(Problem::pointer)
        .containsExactlyInAnyOrder("/schema_version", "/milestone_id");
  }

  @Test
  void missingMember_isToldAtItsObject() {
    assertThat(Documents.cortex().without("/to/model_pref").reasonsAt("/to"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-04-14", "2026-04-14T09:00:07", "2026-02-30T09:00:07Z", "now", ""})
  void producedAtThatIsNoTime_isABadTimestamp(String time) {
    assertThat(Documents.cortex().with("/produced_at", time).reasonsAt("/produced_at"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @Test
  void requiredCapabilities_areWhatItListsForWhoeverTakesIt() {
    assertThat(
            new Formats()
                .ofKind("agent_handoff")
                .orElseThrow()
                .requiredCapabilities(
                    Documents.cortex()
                        .with("/to/required_capabilities", List.of("rust", " Rust"))
                        .document()))
        .containsExactly("rust", " Rust");
  }

  @Test
  void modeOfAnotherCase_isRefused() {
    assertThat(Documents.cortex().with("/mode", "agent_resume").reasonsAt("/mode"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void budgetOfZeroWithAFraction_isTheIntegerZero() {
    assertThat(Documents.cortex().with("/context_budget_hint", 0.0).problems()).isEmpty();
  }

  private static Documents shared(String reference) {
    return Documents.cortex().with("/shared_context_ref", reference);
  }

  private static List<String> warnings(Documents document) {
    return document.handoff().warnings().stream().map(Warning::code).toList();
  }
}
