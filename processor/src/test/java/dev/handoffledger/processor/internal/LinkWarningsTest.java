package dev.handoffledger.processor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Warning;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On one partition, and on several. */
class LinkWarningsTest {
  private static final HandoffReader READER = new HandoffReader();

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void resultAfterItsBrief_isWarnedOfWhatItDoesBeyondIt(int partitions) {
    TestLedger ledger = new TestLedger(HoldPolicy.DEFAULT, partitions);
    ledger.publish(brief("src/a.rs"));
    Handoff result = result("src/b.rs");
    ledger.publish(result);

    assertThat(codes(ledger, result)).containsExactly("outside_target_paths");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void resultBeforeItsBrief_isWarnedOfWhenTheLinkIsMade(int partitions) {
    TestLedger ledger = new TestLedger(HoldPolicy.DEFAULT, partitions);
    Handoff result = result("src/b.rs");
    ledger.publish(result);
    assertThat(codes(ledger, result)).isEmpty();

    ledger.publish(brief("src/a.rs"));

    assertThat(codes(ledger, result)).containsExactly("outside_target_paths");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void resultThatKeepsToItsBrief_isNotWarnedOf(int partitions) {
    TestLedger ledger = new TestLedger(HoldPolicy.DEFAULT, partitions);
    ledger.publish(brief("src/a.rs"));
    Handoff result = result("src/a.rs");
    ledger.publish(result);

    assertThat(codes(ledger, result)).isEmpty();
  }

  private static List<String> codes(TestLedger ledger, Handoff handoff) {
    return ledger.link(handoff).warnings().stream().map(Warning::code).toList();
  }

  private static Handoff brief(String target) {
    return read(
        """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"planner_brief","session_id":"b",
         "created_at":"2026-04-14T09:00:00Z",
         "payload":{"goal":"g","ranked_context":[],"target_paths":["%s"],"acceptance":[],
          "preflight":{"verify_change_readiness":
            {"status":"ready","generated_at":"2026-04-14T09:00:00Z"}}}}
        """
            .formatted(target));
  }

  private static Handoff result(String changed) {
    return read(
        """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"builder_result","session_id":"r",
         "created_at":"2026-04-14T10:00:00Z",
         "parent_artifact":{"kind":"planner_brief","session_id":"b"},
         "payload":{"changed_files":[{"path":"%s","change_type":"modify"}],"tests":{},
          "audit":{"status":"pass"}}}
        """
            .formatted(changed));
  }

  private static Handoff read(String json) {
    Reading reading = READER.read(json.getBytes(StandardCharsets.UTF_8));
    return ((Reading.Accepted) reading).handoff();
  }
}
