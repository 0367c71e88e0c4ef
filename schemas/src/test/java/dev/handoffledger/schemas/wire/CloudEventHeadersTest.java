package dev.handoffledger.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CloudEventHeadersTest {

  @Test
  void recordedHandoff_hasEveryAttribute() {
    assertThat(
            CloudEventHeaders.of(
                "sha256:ab",
                "planner_brief",
                "codelens/p-1",
                Instant.parse("2026-11-30T01:02:03Z")))
        .isEqualTo(
            Map.of(
                "ce_specversion", "1.0",
                "ce_id", "sha256:ab",
                "ce_source", "/handoff-ledger",
                "ce_type", "dev.handoffledger.planner_brief",
                "ce_subject", "codelens/p-1",
                "ce_time", "2026-11-30T01:02:03Z",
                "content-type", "application/json"));
  }

  @Test
  void handoffThatIsNotRecordedYet_hasNoTime() {
    assertThat(CloudEventHeaders.of("sha256:ab", "planner_brief", "codelens/p-1", null))
        .doesNotContainKey("ce_time")
        .containsEntry("ce_id", "sha256:ab");
  }
}
