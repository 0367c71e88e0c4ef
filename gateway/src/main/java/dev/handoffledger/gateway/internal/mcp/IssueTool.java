package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.NamedIssue;
import dev.handoffledger.gateway.internal.ViewJson;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.LedgerQueries;

/** The packet of a LoopOps issue. */
final class IssueTool implements McpTool {
  private final LedgerQueries queries;

  IssueTool(LedgerQueries queries) {
    this.queries = queries;
  }

  @Override
  public String name() {
    return "loopops_issue";
  }

  @Override
  public Result call(ToolCall call) {
    return Result.of(
        Budget.ofCall(call.maxChars())
            .fit(answer(call.required("name"), call.text("project")), call.cursor()));
  }

  /**
   * All of an issue, however long it is.
   *
   * @param project the project to look in; null for all
   */
  Answer answer(String name, String project) {
    IssueView issue = NamedIssue.of(queries, name, project).view();
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    members.set("issue", ViewJson.issue(issue));
    members.set("packet", ViewJson.artifact(issue.packet()));
    return Answer.fromOthers(members);
  }
}
