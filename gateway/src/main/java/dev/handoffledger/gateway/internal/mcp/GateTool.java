package dev.handoffledger.gateway.internal.mcp;

import dev.handoffledger.gateway.internal.ChainJson;
import dev.handoffledger.gateway.internal.HandoffIds;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.LedgerQueries;

/** Whether work may be merged, and why not. */
final class GateTool implements McpTool {
  private final LedgerQueries queries;

  GateTool(LedgerQueries queries) {
    this.queries = queries;
  }

  @Override
  public String name() {
    return "gate";
  }

  @Override
  public Result call(ToolCall call) {
    String id = call.text("id");
    String session = call.text("session");
    if ((id == null) == (session == null)) {
      throw HttpProblem.badMember("id", "give either id, a handoff's, or session, and not both.");
    }
    GateVerdict verdict =
        id != null
            ? queries.gate(HandoffIds.parse(id)).orElseThrow(HandoffIds::unknown)
            : queries
                .gate(session)
                .orElseThrow(() -> HttpProblem.notFound("There is no such session."));
    return Result.of(
        Budget.ofCall(call.maxChars()).fit(Answer.of(ChainJson.verdict(verdict)), call.cursor()));
  }
}
