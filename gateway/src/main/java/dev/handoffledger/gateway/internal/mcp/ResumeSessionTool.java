package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.ChainJson;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.gateway.internal.ViewJson;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.SessionSummary;
import java.util.Optional;

/** What an agent needs that takes up a session and knows nothing: the newest baton first. */
final class ResumeSessionTool implements McpTool {
  private final LedgerQueries queries;

  ResumeSessionTool(LedgerQueries queries) {
    this.queries = queries;
  }

  @Override
  public String name() {
    return "resume_session";
  }

  @Override
  public Result call(ToolCall call) {
    String session = call.required("session");
    SessionSummary summary =
        queries
            .session(session)
            .orElseThrow(
                () ->
                    HttpProblem.notFound(
                        "There is no such session; give it as an outcome has it, for example"
                            + " codelens/plan-1."));
    Optional<HandoffView> newest = queries.newest(session);
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    members.set("newest", newest.map(ViewJson::handoff).orElse(null));
    members.set(
        "artifact",
        newest
            .flatMap(handoff -> queries.artifact(handoff.id()))
            .map(ViewJson::artifact)
            .orElse(null));
    members.set("summary", ViewJson.session(summary));
    members.set(
        "chain",
        newest
            .flatMap(handoff -> queries.chain(handoff.id()))
            .map(ChainJson::summary)
            .orElse(null));
    Answer answer =
        Answer.fromOthers(members)
            .followedBy(
                new Answer.Listing("facts", (cursor, limit) -> facts(session, cursor, limit)));
    return Result.of(Budget.ofCall(call.maxChars()).fit(answer, call.cursor()));
  }

  private Page<JsonNode> facts(String session, String cursor, int limit) {
    Page<FactView> page = queries.facts(session, cursor, limit);
    return new Page<>(page.items().stream().<JsonNode>map(ViewJson::fact).toList(), page.next());
  }
}
