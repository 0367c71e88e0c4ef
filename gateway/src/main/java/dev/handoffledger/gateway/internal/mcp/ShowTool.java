package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.HandoffIds;
import dev.handoffledger.gateway.internal.ViewJson;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;

/** A handoff with its artifact. */
final class ShowTool implements McpTool {
  private final LedgerQueries queries;

  ShowTool(LedgerQueries queries) {
    this.queries = queries;
  }

  @Override
  public String name() {
    return "show";
  }

  @Override
  public Result call(ToolCall call) {
    return Result.of(
        Budget.ofCall(call.maxChars()).fit(answer(call.required("id")), call.cursor()));
  }

  /** All of a handoff, however long it is. */
  Answer answer(String id) {
    HandoffView handoff = queries.handoff(HandoffIds.parse(id)).orElseThrow(HandoffIds::unknown);
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    members.set("handoff", ViewJson.handoff(handoff));
    members.set("artifact", queries.artifact(handoff.id()).map(ViewJson::artifact).orElse(null));
    return Answer.fromOthers(members);
  }
}
