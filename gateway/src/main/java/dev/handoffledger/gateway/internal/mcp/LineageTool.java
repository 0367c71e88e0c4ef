package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.ChainJson;
import dev.handoffledger.gateway.internal.HandoffIds;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Lineage;
import java.util.List;
import java.util.Locale;

/** What led to a handoff and what came of it. */
final class LineageTool implements McpTool {
  private static final int DEFAULT_DEPTH = 100;
  private static final int MAX_DEPTH = 1000;

  /** Enough to say who handed what to whom; the tool show has the rest. */
  private static final List<String> SHOWN =
      List.of(
          "id",
          "kind",
          "session",
          "time",
          "roles",
          "link",
          "status",
          "open",
          "completed_by",
          "lease",
          "publisher");

  private final LedgerQueries queries;

  LineageTool(LedgerQueries queries) {
    this.queries = queries;
  }

  @Override
  public String name() {
    return "lineage";
  }

  @Override
  public Result call(ToolCall call) {
    String id = HandoffIds.parse(call.required("id"));
    Lineage.Direction asked =
        call.choice(
            "direction",
            Lineage.Direction.values(),
            direction -> direction.name().toLowerCase(Locale.ROOT));
    Lineage lineage =
        queries
            .lineage(
                id,
                asked == null ? Lineage.Direction.BOTH : asked,
                call.members().number("depth", 1, MAX_DEPTH, DEFAULT_DEPTH),
                LedgerQueries.MAX_LIMIT)
            .orElseThrow(HandoffIds::unknown);
    ObjectNode members = ChainJson.lineage(lineage);
    for (JsonNode node : members.path("nodes")) {
      ((ObjectNode) node).retain(SHOWN);
    }
    return Result.of(Budget.ofCall(call.maxChars()).fit(Answer.fromOthers(members), call.cursor()));
  }
}
