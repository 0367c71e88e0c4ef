package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.wire.Topics;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatsTest {
  private static final Formats FORMATS = new Formats();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "LoopOpsPacketFormat | {'packet': null}",
        "LoopOpsEventFormat  | {'event': 'loopops.'}",
        "LoopOpsEventFormat  | {'event': 'loopops.issue_closed/v9'}",
        "CodeLensFormat      | {'schema_version': 'codelens-'}",
        "CodeLensFormat      | {'schema_version': 'codelens-handoff-artifact-v2'}",
        "KxmFormat           | {'schema': 'kxm.'}",
        "KxmFormat           | {'schema': 'kxm.worker-result.v1'}",
        "AceFormat           | {'meta': 0, 'transition': 0}",
        "AceFormat           | {'meta': 0, 'integrity': 0}",
        "AceFormat           | {'transition': null, 'integrity': null}",
        "CortexFormat        | {'handoff_id': 0, 'mode': 0}",
        "CortexFormat        | {'handoff_id': 0, 'from': 0}",
        "CortexFormat        | {'handoff_id': 0, 'to': 0}",
        "CortexFormat        | {'mode': 0, 'from': 0}",
        "CortexFormat        | {'mode': 0, 'to': 0}",
        "CortexFormat        | {'from': null, 'to': null}"
      })
  void document_isRecognizedByItsMark(String format, String document) throws Exception {
    assertThat(recognized(document)).contains(format);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'event': 'LoopOps.issue_observed/v1'}",
        "{'event': 'x.loopops.issue_observed/v1'}",
        "{'event': {'loopops.': 1}}",
        "{'schema_version': 'CodeLens-handoff-artifact-v1'}",
        "{'schema_version': 1}",
        "{'schema': 'kxm'}",
        "{'schema': ['kxm.handoff-manifest.v1']}",
        "{'meta': 0}",
        "{'integrity': 0}",
        "{'handoff_id': 0}",
        "{'Meta': 0, 'Transition': 0}",
        "{'meta': {'transition': 0}}",
        "{'meta': 0, 'mode': 0}"
      })
  void documentWithoutAMark_isOfNoFormat(String document) throws Exception {
    assertThat(recognized(document)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "LoopOpsPacketFormat | {'event': 'loopops.', 'packet': 0}",
        "LoopOpsEventFormat  | {'schema_version': 'codelens-', 'event': 'loopops.'}",
        "CodeLensFormat      | {'schema': 'kxm.', 'schema_version': 'codelens-'}",
        "KxmFormat           | {'meta': 0, 'transition': 0, 'schema': 'kxm.'}",
        "AceFormat           | {'from': 0, 'to': 0, 'meta': 0, 'integrity': 0}"
      })
  void documentWithSeveralMarks_isOfTheFirstFormat(String format, String document)
      throws Exception {
    assertThat(recognized(document)).contains(format);
  }

  @Test
  void kinds_areAllThatTheFiveFormatsHave() {
    assertThat(FORMATS.kinds().stream().map(kind -> kind.format() + "/" + kind.name()))
        .containsExactlyInAnyOrder(
            "codelens/session_baton",
            "codelens/planner_brief",
            "codelens/builder_result",
            "codelens/reviewer_verdict",
            "cortex/agent_handoff",
            "kxm/handoff_manifest",
            "ace/agent_state",
            "loopops/issue_diagnosed",
            "loopops/issue_observed",
            "loopops/issue_decided",
            "loopops/loop_stage_recorded",
            "loopops/loop_verified",
            "loopops/handoff_packet");
  }

  @Test
  void kindNames_areUnique() {
    assertThat(FORMATS.kinds()).extracting(Kind::name).doesNotHaveDuplicates();
  }

  @Test
  void everyKind_hasItsOwnInboundTopic() {
    assertThat(FORMATS.kinds())
        .extracting(kind -> Topics.in(kind.name()))
        .doesNotHaveDuplicates()
        .doesNotContain(Topics.IN_UNKNOWN);
  }

  @Test
  void everyKind_leadsToTheFormatThatHasIt() {
    assertThat(FORMATS.kinds())
        .allSatisfy(
            kind ->
                assertThat(FORMATS.ofKind(kind.name()))
                    .hasValueSatisfying(format -> assertThat(format.kinds()).contains(kind)));
  }

  @Test
  void kindsOfAFormat_bearItsName() {
    assertThat(FORMATS.all())
        .allSatisfy(
            format ->
                assertThat(format.kinds()).extracting(Kind::format).containsOnly(format.name()));
  }

  @Test
  void kindOfNoFormat_leadsNowhere() {
    assertThat(FORMATS.ofKind("PLANNER_BRIEF")).isEmpty();
  }

  @Test
  void eventsAndPackets_rejectNoWork() {
    assertThat(FORMATS.all())
        .filteredOn(format -> !format.rejectsWork())
        .extracting(HandoffFormat::name)
        .containsOnly("loopops")
        .hasSize(2);
  }

  @Test
  void eventsAndPackets_areNoPartOfALoopThatRejectionsMake() {
    JsonNode event = Documents.loopOpsDiagnosed().document();
    HandoffFormat format = FORMATS.recognize(event).orElseThrow();

    assertThat(format.rejection(event, null)).isEmpty();
    assertThat(format.loopStage(event, null)).isEmpty();
    assertThat(format.startsLoopRound(event)).isFalse();
  }

  private static Optional<String> recognized(String document) throws JsonProcessingException {
    return FORMATS
        .recognize(new ObjectMapper().readTree(document.replace('\'', '"')))
        .map(format -> format.getClass().getSimpleName());
  }
}
