package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeLensFormatTest {
  private static final String HEX = "0f".repeat(32);
  private static final String REPORT = "/payload/preflight/verify_change_readiness";

  static Stream<Documents> everyKind() {
    return Stream.of(
        Documents.codeLensBrief(),
        Documents.codeLensResult(),
        Documents.codeLensVerdict(),
        Documents.codeLensBaton());
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void document_isOfTheKindItStates(Documents document) {
    assertThat(document.handoff().kind()).isEqualTo(document.document().path("kind").asText());
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void session_isItsSessionIdByteExact(Documents document) {
    assertThat(document.with("/session_id", " S/é ").handoff().session())
        .isEqualTo("codelens/ S/é ");
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void naturalKey_isNotGivenByTheFormat(Documents document) {
    assertThat(document.handoff().naturalKey()).isNull();
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void createdAt_isItsTime(Documents document) {
    assertThat(
            document.with("/created_at", "2026-04-14t09:00:07.5-01:30").handoff().time().instant())
        .isEqualTo(Instant.parse("2026-04-14T10:30:07.5Z"));
  }

  @Test
  void brief_isForTheBuilder() {
    assertThat(Documents.codeLensBrief().handoff().roles()).containsExactly("builder-refactor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify_change_readiness", "safe_rename_report"})
  void briefWithABlockedReport_goesBackToThePlanner(String report) {
    assertThat(briefWithReport(report, "blocked").handoff().roles())
        .containsExactly("planner-reviewer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify_change_readiness", "safe_rename_report"})
  void briefWithACautiousReport_isForTheBuilderWithAWarning(String report) {
    Handoff brief = briefWithReport(report, "caution").handoff();

    assertThat(brief.roles()).containsExactly("builder-refactor");
    assertThat(brief.warnings())
        .extracting(Warning::code, Warning::pointer)
        .containsExactly(tuple("preflight_caution", "/payload/preflight/" + report));
  }

  @Test
  void result_isForTheReviewer() {
    assertThat(Documents.codeLensResult().handoff().roles()).containsExactly("reviewer");
  }

  @ParameterizedTest
  @CsvSource({
    "approve, merge-gate",
    "request_changes, planner-reviewer",
    "block, planner-reviewer human"
  })
  void verdict_isForWhomItsDecisionConcerns(String decision, String roles) {
    assertThat(Documents.codeLensVerdict().with("/payload/decision", decision).handoff().roles())
        .containsExactly(roles.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "solo-agent, solo-agent",
    "coding-agent, coding-agent",
    "initializer, coding-agent",
    "planner-reviewer, coding-agent",
    "reviewer, coding-agent"
  })
  void baton_isForWhoContinues(String producer, String role) {
    assertThat(
            Documents.codeLensBaton()
                .with("/producer", Map.of("role", producer, "surface", "workflow-first"))
                .handoff()
                .roles())
        .containsExactly(role);
  }

  @Test
  void batonWithoutProducer_isForTheCodingAgent() {
    assertThat(Documents.codeLensBaton().without("/producer").handoff().roles())
        .containsExactly("coding-agent");
  }

  @Test
  void blockedBaton_isAlsoForAPerson() {
    assertThat(batonIn(Map.of("status", "blocked", "reason", "no licence")).handoff().roles())
        .endsWith("human")
        .hasSize(2);
  }

  @Test
  void dirtyBaton_isNotForAPerson() {
    assertThat(batonIn(Map.of("status", "dirty", "reason", "half done")).handoff().roles())
        .doesNotContain("human");
  }

  @Test
  void batonsOfASession_followEachOtherWithoutALinkShown() {
    Handoff baton = Documents.codeLensBaton().handoff();

    assertThat(baton.succession())
        .isEqualTo(Succession.byTime("baton", "baton", baton.id(), false));
  }

  @Test
  void result_followsNothingByRule() {
    assertThat(Documents.codeLensResult().handoff().succession()).isNull();
  }

  @Test
  void parentWithoutHash_isOfThatKindAndSession() {
    assertThat(answering("planner_brief", null).handoff().parent())
        .isEqualTo(new ParentReference("codelens/planner-9", "planner_brief", null, null, true));
  }

  @Test
  void parentOfABaton_isNotCompletedByIt() {
    assertThat(
            Documents.codeLensBaton()
                .with("/parent_artifact", parent("builder_result", null))
                .handoff()
                .parent()
                .completes())
        .isFalse();
  }

  @Test
  void parentHash_isTakenWithOrWithoutItsPrefixInAnyCase() {
    assertThat(Stream.of(HEX, HEX.toUpperCase(Locale.ROOT), "sha256:" + HEX, "SHA256:" + HEX))
        .allSatisfy(
            hash ->
                assertThat(answering("planner_brief", hash).handoff().parent().hash())
                    .isEqualTo(HEX));
  }

  @Test
  void emptyParentHash_countsAsNone() {
    Handoff result = answering("planner_brief", "").handoff();

    assertThat(result.parent().hash()).isNull();
    assertThat(result.warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", " ", "md5:d41d8cd98f00b204e9800998ecf8427e", "sha256:"})
  void parentHashOfAnotherForm_isWarnedOfAndNotVerified(String hash) {
    Handoff result = answering("planner_brief", hash).handoff();

    assertThat(result.parent().hash()).isNull();
    assertThat(result.warnings())
        .extracting(Warning::code, Warning::pointer)
        .containsExactly(tuple("hash_unsupported", "/parent_artifact/artifact_hash"));
  }

  @Test
  void parentHashWithALineEnd_isOfAnotherForm() {
    assertThat(answering("planner_brief", HEX + "\n").handoff().parent().hash()).isNull();
  }

  @Test
  void resultWithoutParent_isWarnedOf() {
    assertThat(warnings(Documents.codeLensResult().without("/parent_artifact")))
        .containsExactly("missing_parent");
  }

  @Test
  void verdictWithoutParent_isWarnedOf() {
    assertThat(warnings(Documents.codeLensVerdict().without("/parent_artifact")))
        .containsExactly("missing_parent");
  }

  @Test
  void briefWithoutParent_isNotWarnedOf() {
    assertThat(warnings(Documents.codeLensBrief())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"planner_brief", "builder_result"})
  void brief_mayReworkAResultOrReviseABrief(String kind) {
    assertThat(
            Documents.codeLensBrief()
                .with("/parent_artifact", parent(kind, null))
                .handoff()
                .parent()
                .kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"planner_brief", "builder_result"})
  void baton_mayNameEitherParent(String kind) {
    assertThat(
            Documents.codeLensBaton()
                .with("/parent_artifact", parent(kind, null))
                .handoff()
                .parent()
                .kind())
        .isEqualTo(kind);
  }

  @Test
  void resultThatAnswersAResult_isRefused() {
    assertThat(answering("builder_result", null).problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.WRONG_PARENT_KIND, "/parent_artifact/kind"));
  }

  @Test
  void verdictThatAnswersABrief_isRefused() {
    assertThat(
            Documents.codeLensVerdict()
                .with("/parent_artifact", parent("planner_brief", null))
                .problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.WRONG_PARENT_KIND, "/parent_artifact/kind"));
  }

  @Test
  void parentOfNoSuchKind_breaksTheSchemaOnly() {
    assertThat(answering("session_baton", null).problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.SCHEMA_VIOLATION, "/parent_artifact/kind"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/session_id", "/parent_artifact/session_id"})
  void blankSession_isRefused(String pointer) {
    assertThat(Documents.codeLensResult().with(pointer, "\u2003").reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION, Reason.BLANK_FIELD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/session_id", "/parent_artifact/session_id"})
  void sessionOver512Bytes_isRefused(String pointer) {
    assertThat(Documents.codeLensResult().with(pointer, "s".repeat(513)).reasonsAt(pointer))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dirty", "blocked"})
  void uncleanBatonWithoutReasonOrPath_isRefused(String status) {
    assertThat(batonIn(Map.of("status", status)).reasonsAt("/payload/clean_state"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void uncleanBatonWithBlankReasonAndPathsOnly_isRefused() {
    assertThat(
            batonIn(Map.of("status", "dirty", "reason", "\u00a0", "paths", List.of("", " ")))
                .reasonsAt("/payload/clean_state"))
        .containsExactly(Reason.RULE_VIOLATION);
  }

  @Test
  void uncleanBatonWithAPath_isTaken() {
    assertThat(batonIn(Map.of("status", "dirty", "paths", List.of("", "a.rs"))).problems())
        .isEmpty();
  }

  @Test
  void cleanBaton_needsNoReason() {
    assertThat(batonIn(Map.of("status", "clean")).problems()).isEmpty();
  }

  @Test
  void payloadOfAnotherKind_isToldAsSuch() {
    assertThat(Documents.codeLensBrief().with("/kind", "builder_result").problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.KIND_PAYLOAD_MISMATCH, "/payload"));
  }

  @Test
  void faultInThePayload_isToldOnceAndNotForEveryKind() {
    assertThat(Documents.codeLensBrief().with("/payload/goal", 7).problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.SCHEMA_VIOLATION, "/payload/goal"));
  }

  @Test
  void furtherMemberOfThePayload_isToldAtItself() {
    assertThat(Documents.codeLensVerdict().with("/payload/score", 1).problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.SCHEMA_VIOLATION, "/payload/score"));
  }

  @Test
  void kindOfNoSuchName_isUnknown() {
    assertThat(Documents.codeLensBrief().with("/kind", "planner-brief").problems())
        .extracting(Problem::reason, Problem::pointer)
        .containsExactly(tuple(Reason.UNKNOWN_KIND, "/kind"));
  }

  @Test
  void otherSchemaVersion_isStillRecognizedAndTold() {
    assertThat(
            Documents.codeLensBrief()
                .with("/schema_version", "codelens-handoff-artifact-v2")
                .reasonsAt("/schema_version"))
        .containsExactly(Reason.SCHEMA_VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/created_at", REPORT + "/generated_at"})
  void timeWithoutAZone_isABadTimestampWhereverItStands(String pointer) {
    assertThat(Documents.codeLensBrief().with(pointer, "2026-04-14T09:00:07").reasonsAt(pointer))
        .containsExactly(Reason.BAD_TIMESTAMP);
  }

  @Test
  void requestOfChangesThatListsNone_isWarnedOf() {
    assertThat(warnings(Documents.codeLensVerdict().without("/payload/requested_changes")))
        .containsExactly("no_requested_changes");
  }

  @Test
  void approvalThatListsNoChanges_isNotWarnedOf() {
    assertThat(
            warnings(
                Documents.codeLensVerdict()
                    .with("/payload/decision", "approve")
                    .without("/payload/requested_changes")))
        .isEmpty();
  }

  @Test
  void preflight_isStaleAfterItsTimeToLive() {
    assertThat(staleAfter(Documents.codeLensBrief().with(REPORT + "/ttl_seconds", 90)))
        .isEqualTo("2026-04-14T09:01:37.123456Z");
  }

  @Test
  void preflightWithoutTimeToLive_isStaleAfterTenMinutes() {
    assertThat(staleAfter(Documents.codeLensBrief().without(REPORT + "/ttl_seconds")))
        .isEqualTo("2026-04-14T09:10:07.123456Z");
  }

  @Test
  void timeToLiveOfAFractionOfZero_isTheInteger() {
    assertThat(staleAfter(Documents.codeLensBrief().with(REPORT + "/ttl_seconds", 60.0)))
        .isEqualTo("2026-04-14T09:01:07.123456Z");
  }

  @Test
  void greatestTimeToLive_neverEnds() {
    assertThat(
            Instant.parse(
                staleAfter(Documents.codeLensBrief().with(REPORT + "/ttl_seconds", 1L << 53))))
        .isAfter(Instant.parse("9999-12-31T23:59:59Z"));
  }

  private static Documents briefWithReport(String report, String status) {
    return Documents.codeLensBrief()
        .with(
            "/payload/preflight/" + report,
            Map.of("status", status, "generated_at", "2026-04-14T09:00:07Z"));
  }

  private static Documents batonIn(Map<String, Object> state) {
    return Documents.codeLensBaton().with("/payload/clean_state", state);
  }

  private static Documents answering(String kind, String hash) {
    return Documents.codeLensResult().with("/parent_artifact", parent(kind, hash));
  }

  private static Map<String, String> parent(String kind, String hash) {
    return hash == null
        ? Map.of("kind", kind, "session_id", "planner-9")
        : Map.of("kind", kind, "session_id", "planner-9", "artifact_hash", hash);
  }

  private static String staleAfter(Documents brief) {
    List<Handoff.Expiry> expiries = brief.handoff().expiries();
    assertThat(expiries)
        .extracting(expiry -> expiry.warning().code(), expiry -> expiry.warning().pointer())
        .containsExactly(tuple("preflight_stale", REPORT));
    return expiries.get(0).at().toString();
  }

  private static List<String> warnings(Documents document) {
    return document.handoff().warnings().stream().map(Warning::code).toList();
  }
}
