package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.ViewJson;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Rejection;
import dev.handoffledger.schemas.Warning;
import java.util.List;

/** Says what the ledger would say of an artifact, without recording anything. */
final class ValidateTool implements McpTool {
  private final HandoffReader reader;
  private final int maxArtifactBytes;

  ValidateTool(HandoffReader reader, int maxArtifactBytes) {
    this.reader = reader;
    this.maxArtifactBytes = maxArtifactBytes;
  }

  @Override
  public String name() {
    return "validate";
  }

  @Override
  public Result call(ToolCall call) {
    Reading reading = reader.read(Artifacts.of(call, maxArtifactBytes));
    return Result.of(
        Budget.ofCall(call.maxChars()).fit(Answer.of(outcome(reading)), call.cursor()));
  }

  private static ObjectNode outcome(Reading reading) {
    if (reading instanceof Reading.Accepted accepted) {
      Handoff handoff = accepted.handoff();
      ObjectNode valid = head("valid", handoff.id(), handoff.session(), handoff.kind());
      valid.set("roles", ViewJson.texts(handoff.roles()));
      return withFindings(valid, List.of(), handoff.warnings());
    }
    Rejection rejection = ((Reading.Rejected) reading).rejection();
    return withFindings(
        head("rejected", null, rejection.session(), rejection.kind()),
        rejection.problems(),
        List.of());
  }

  private static ObjectNode head(String outcome, String id, String session, String kind) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("outcome", outcome)
        .put("id", id)
        .put("session", session)
        .put("kind", kind);
  }

  private static ObjectNode withFindings(
      ObjectNode outcome, List<Problem> problems, List<Warning> warnings) {
    outcome.set("problems", ViewJson.list(problems, ViewJson::problem));
    outcome.set("warnings", ViewJson.list(warnings, ViewJson::warning));
    return outcome;
  }
}
