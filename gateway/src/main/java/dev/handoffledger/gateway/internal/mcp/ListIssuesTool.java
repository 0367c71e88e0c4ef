package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.gateway.internal.ViewJson;
import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.schemas.WorkRejection;
import java.util.function.Function;

/** LoopOps issues, the most urgent first. */
final class ListIssuesTool implements McpTool {
  private final LedgerQueries queries;

  ListIssuesTool(LedgerQueries queries) {
    this.queries = queries;
  }

  @Override
  public String name() {
    return "list_issues";
  }

  @Override
  public Result call(ToolCall call) {
    IssueFilter filter =
        new IssueFilter(
            call.text("project"),
            call.choice("state", IssueState.values(), IssueState::word),
            call.choice(
                "severity",
                new String[] {WorkRejection.ERROR, WorkRejection.WARN},
                Function.identity()));
    Answer answer =
        Answer.fromOthers(
            new Answer.Listing("issues", (cursor, limit) -> issues(filter, cursor, limit)));
    return Result.of(Budget.ofCall(call.maxChars()).fit(answer, call.cursor()));
  }

  private Page<JsonNode> issues(IssueFilter filter, String cursor, int limit) {
    Page<IssueView> page = queries.issues(filter, cursor, limit);
    return new Page<>(page.items().stream().<JsonNode>map(ViewJson::issue).toList(), page.next());
  }
}
