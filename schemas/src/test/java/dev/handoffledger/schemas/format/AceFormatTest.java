package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AceFormatTest {
  private static final String HEX = "ab".repeat(32);

  @Test
  void state_isAnAgentStateOfItsSession() {
    Handoff handoff = Documents.ace().handoff();

    assertThat(handoff.format()).isEqualTo("ace");
    assertThat(handoff.kind()).isEqualTo("agent_state");
    assertThat(handoff.session()).isEqualTo("ace/ace-7f3a");
  }

  @Test
  void session_isByteExact() {
    assertThat(Documents.ace().with("/meta/session_id", " S/1 ").handoff().session())
        .isEqualTo("ace/ S/1 ");
  }

  @Test
  void time_isToTheNanosecondAtItsOffset() {
    assertThat(
            Documents.ace()
                .with("/meta/timestamp", "2026-04-14T12:00:07.123456789+02:00")
                .handoff()
                .time()
                .instant())
        .isEqualTo(Instant.parse("2026-04-14T10:00:07.123456789Z"));
  }

  @Test
  void timeText_isKept() {
    assertThat(Documents.ace().handoff().time().text())
        .isEqualTo("2026-04-14T10:00:07.123456+00:00");
  }

  @Test
  void naturalKey_isTheIteration() {
    assertThat(Documents.ace().handoff().naturalKey()).isEqualTo("2");
  }

  @Test
  void iterationOfAFractionOfZero_isTheInteger() {
    Handoff handoff = Documents.ace().with("/meta/iteration", 2.0).handoff();

    assertThat(handoff.naturalKey()).isEqualTo("2");
    assertThat(handoff.succession()).isEqualTo(Succession.byIteration(2));
  }

  @Test
  void iterationOfAFractionOfZero_hasTheSameId() {
    assertThat(Documents.ace().with("/meta/iteration", 2.0).handoff().id())
        .isEqualTo(Documents.ace().handoff().id());
  }

  @Test
  void greatestSafeIteration_isKeptExactly() {
    assertThat(Documents.ace().with("/meta/iteration", 1L << 53).handoff().naturalKey())
        .isEqualTo("9007199254740992");
  }

  @Test
  void iterationWithAFraction_isRefused() {
    assertThat(Documents.ace().with("/meta/iteration", 2.5).reasonsAt("/meta/iteration"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void iterationBelowOne_isRefused(int iteration) {
    assertThat(Documents.ace().with("/meta/iteration", iteration).reasonsAt("/meta/iteration"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void state_followsTheIterationBefore() {
    assertThat(Documents.ace().handoff().succession()).isEqualTo(Succession.byIteration(2));
  }

  @Test
  void state_declaresNoParent() {
    assertThat(Documents.ace().handoff().parent()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"READY", "READY_FOR_REVIEW", "DONE"})
  void state_isForWhomItPassesTo(String status) {
    assertThat(Documents.ace().with("/transition/status", status).handoff().roles())
        .containsExactly("agent-reviewer");
  }

  @Test
  void capability_isARoleToo() {
    assertThat(Documents.ace().with("/transition/to", "capability-lint").handoff().roles())
        .containsExactly("capability-lint");
  }

  @Test
  void blockedState_isAlsoForAPerson() {
    assertThat(Documents.ace().with("/transition/status", "BLOCKED").handoff().roles())
        .containsExactly("agent-reviewer", "human");
  }

  @Test
  void plainState_isWarnedOfNothing() {
    assertThat(warnings(Documents.ace())).isEmpty();
  }

  @Test
  void blockedWithoutKnownIssues_isWarnedOf() {
    assertThat(warnings(Documents.ace().with("/transition/status", "BLOCKED")))
        .containsExactly("blocked_without_known_issues");
  }

  @Test
  void blockedWithBlankKnownIssuesOnly_isWarnedOf() {
    assertThat(
            warnings(
                Documents.ace()
                    .with("/transition/status", "BLOCKED")
                    .with("/payload/known_issues", List.of("", "\u2003"))))
        .containsExactly("blocked_without_known_issues");
  }

  @Test
  void blockedByAKnownIssue_isWarnedOfNothing() {
    assertThat(
            warnings(
                Documents.ace()
                    .with("/transition/status", "BLOCKED")
                    .with("/payload/known_issues", List.of("the contract is ambiguous"))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"READY_FOR_REVIEW", "DONE"})
  void finishedWithoutFiles_isWarnedOf(String status) {
    assertThat(
            warnings(
                Documents.ace()
                    .with("/transition/status", status)
                    .with("/integrity/file_count", 0)))
        .containsExactly("finished_without_files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"READY", "BLOCKED"})
  void unfinishedWithoutFiles_isNoReasonToWarn(String status) {
    assertThat(
            warnings(
                Documents.ace()
                    .with("/transition/status", status)
                    .with("/payload/known_issues", List.of("the contract is ambiguous"))
                    .with("/integrity/file_count", 0)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/integrity/checksum", "/meta/log_commit"})
  void hashWithATrailingNewline_isRefused(String pointer) {
    assertThat(Documents.ace().with(pointer, "sha256:" + HEX + "\n").reasonsAt(pointer))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/integrity/checksum", "/meta/log_commit"})
  void hashInUpperCase_isRefused(String pointer) {
    assertThat(
            Documents.ace()
                .with(pointer, "sha256:" + HEX.toUpperCase(Locale.ROOT))
                .reasonsAt(pointer))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/integrity/checksum", "/meta/log_commit"})
  void hashWithoutItsAlgorithm_isRefused(String pointer) {
    assertThat(Documents.ace().with(pointer, HEX).reasonsAt(pointer))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"agent-Builder", "Agent-builder", "agent-", "builder", "agent-b\n", "agent-é"})
  void agentOfAnotherForm_isRefused(String agent) {
    assertThat(Documents.ace().with("/transition/to", agent).reasonsAt("/transition/to"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/transition/from", "/transition/to"})
  void agentOver512Bytes_isRefused(String pointer) {
    assertThat(Documents.ace().with(pointer, "agent-" + "a".repeat(507)).reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void sessionOver512Bytes_isRefused() {
    assertThat(
            Documents.ace()
                .with("/meta/session_id", "😀".repeat(129))
                .reasonsAt("/meta/session_id"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void blankSession_isRefused() {
    assertThat(Documents.ace().with("/meta/session_id", "\u00a0").reasonsAt("/meta/session_id"))
        .containsExactly(Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-04-14T10:00:07",
        "2026-04-14 10:00:07Z",
        "2026-04-31T10:00:07Z",
        "2026-04-14T10:00:07+24:00",
        ""
      })
  void timestampThatIsNoDateTime_isABadTimestamp(String time) {
    assertThat(Documents.ace().with("/meta/timestamp", time).reasonsAt("/meta/timestamp"))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @Test
  void timestampOfAnotherType_breaksTheSchema() {
    assertThat(Documents.ace().with("/meta/timestamp", 0).reasonsAt("/meta/timestamp"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void statusOfNoSuchName_isRefused() {
    assertThat(Documents.ace().with("/transition/status", "ready").reasonsAt("/transition/status"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void furtherMember_isToldAtItself() {
    assertThat(Documents.ace().with("/meta/version", "1.0.0").reasonsAt("/meta/version"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @Test
  void stateFromWhomTheOneBeforePassedItTo_isNotWarnedOf() throws JsonProcessingException {
    assertThat(linkWarnings(before("agent-builder", "a"), now("agent-builder", "b"))).isEmpty();
  }

  @Test
  void stateFromSomebodyElse_isWarnedOf() throws JsonProcessingException {
    assertThat(linkWarnings(before("agent-builder", "a"), now("agent-other", "b")))
        .containsExactly("not_passed_to_sender");
  }

  @Test
  void stateWithTheLogOfTheOneBefore_isWarnedOf() throws JsonProcessingException {
    assertThat(linkWarnings(before("agent-builder", "a"), now("agent-builder", "a")))
        .containsExactly("log_not_continued");
  }

  private static Documents before(String to, String digit) {
    return Documents.ace()
        .with("/transition/to", to)
        .with("/meta/log_commit", "sha256:" + digit.repeat(64));
  }

  private static Documents now(String from, String digit) {
    return Documents.ace()
        .with("/transition/from", from)
        .with("/meta/log_commit", "sha256:" + digit.repeat(64));
  }

  private static List<String> linkWarnings(Documents before, Documents now)
      throws JsonProcessingException {
    ObjectMapper json = new ObjectMapper();
    return new Formats()
            .ofKind("agent_state")
            .orElseThrow()
            .warningsOfLink(
                json.readTree(before.handoff().criteria()), json.readTree(now.handoff().evidence()))
            .stream()
            .map(Warning::code)
            .toList();
  }

  private static List<String> warnings(Documents document) {
    return document.handoff().warnings().stream().map(Warning::code).toList();
  }
}
