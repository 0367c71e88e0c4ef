package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.SafeText;

/** What the ledger no longer has, as a line for standard error. */
public final class GapText {
  private GapText() {}

  /**
   * @param gap with {@code partition}, {@code from} and {@code to}
   */
  public static String of(JsonNode gap) {
    return SafeText.escape(
        "handoff: The ledger no longer has offsets %s to %s of its partition %s."
            .formatted(
                gap.path("from").asText(),
                gap.path("to").asText(),
                gap.path("partition").asText()));
  }
}
