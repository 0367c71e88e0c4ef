package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopOpsPacketFormatTest {

  @Test
  void packet_isAHandoffPacketInItsIssuesSession() {
    Handoff handoff = packet().handoff();

    assertThat(handoff.format()).isEqualTo("loopops");
    assertThat(handoff.kind()).isEqualTo("handoff_packet");
    assertThat(handoff.session()).isEqualTo("loopops/shop/iss-7f3a");
  }

  @Test
  void session_percentEncodesProjectAndIssue() {
    assertThat(
            packet()
                .with("/project/project_id", "a/ü")
                .with("/issue/id", "b c%")
                .handoff()
                .session())
        .isEqualTo("loopops/a%2F%C3%BC/b%20c%25");
  }

  @Test
  void packet_isForNobody() {
    assertThat(packet().handoff().roles()).isEmpty();
  }

  @Test
  void packet_hasNoNaturalKey() {
    assertThat(packet().handoff().naturalKey()).isNull();
  }

  @Test
  void packet_standsInNoChain() {
    assertThat(packet().handoff().parent()).isNull();
    assertThat(packet().handoff().succession()).isNull();
  }

  @Test
  void time_isGeneratedAt() {
    assertThat(packet().handoff().time().instant())
        .isEqualTo(Instant.parse("2026-04-16T09:00:07Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"today", "2026-04-16", "2026-02-30T09:00:07Z", "2026-04-16 09:00:07Z"})
  void generatedAtThatIsNoDateTime_isABadTimestamp(String time) {
    assertThat(packet().with("/generated_at", time).reasonsAt("/generated_at"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @Test
  void generatedAtEmpty_isABadTimestamp() {
    assertThat(packet().with("/generated_at", "").reasonsAt("/generated_at"))
        .contains(Reason.BAD_TIMESTAMP);
  }

  @Test
  void generatedAtOfAnotherType_breaksTheSchema() {
    assertThat(packet().with("/generated_at", 0).reasonsAt("/generated_at"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/decision_receipt",
        "/diagnosis/diagnosed_at",
        "/issue/harness_area",
        "/issue/issue_class",
        "/evidence/cluster_id"
      })
  void nullWhereItIsAllowed_isTaken(String pointer) {
    assertThat(packet().with(pointer, null).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/issue/priority", "/project/name", "/success_criteria/verification/guidance"})
  void nullWhereTheMemberIsToBeOmitted_isRefused(String pointer) {
    assertThat(packet().with(pointer, null).reasonsAt(pointer))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @CsvSource({"/issue/harness_area", "/evidence/cluster_id", "/loop_history/0/delta"})
  void valueOfAnotherType_isToldOnceAndNeverToBeNull(String pointer) {
    assertThat(packet().with(pointer, true).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.pointer()).isEqualTo(pointer))
        .satisfies(problem -> assertThat(problem.message()).doesNotContain("null"));
  }

  @Test
  void receiptThatLacksAMember_isToldThatAlone() {
    assertThat(packet().without("/decision_receipt/rationale").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.pointer()).isEqualTo("/decision_receipt"))
        .extracting(Problem::message)
        .asString()
        .contains("rationale");
  }

  @Test
  void approvalThatIsNotRequired_isRefused() {
    assertThat(packet().with("/approval/required", false).reasonsAt("/approval/required"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void packetOfAnotherVersion_isRefusedAtThePacket() {
    assertThat(packet().with("/packet", "loopops.handoff/v1").reasonsAt("/packet"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void furtherMember_isToldAtItself() {
    assertThat(packet().with("/issue/labels", Map.of()).reasonsAt("/issue/labels"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/project/project_id", "/issue/id"})
  void blankId_isRefused(String pointer) {
    assertThat(packet().with(pointer, "\u2003").reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @Test
  void projectOver512Bytes_isRefused() {
    assertThat(
            packet().with("/project/project_id", "a".repeat(513)).reasonsAt("/project/project_id"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  private static Documents packet() {
    return Documents.of("loopops-packet.json");
  }
}
