package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.BodyMembers;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.gateway.internal.ProblemJson;
import dev.handoffledger.projections.NotAvailableException;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls tools. What cannot be done is told as an error of the call, whose text is the problem
 * document that the HTTP API answers with.
 */
final class ToolCalls {
  private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

  private final ToolCatalog catalog;
  private final ObjectMapper json;

  ToolCalls(ToolCatalog catalog, ObjectMapper json) {
    this.catalog = catalog;
    this.json = json;
  }

  SyncToolSpecification specify(McpTool tool) {
    String[] known = catalog.arguments(tool.name());
    return new SyncToolSpecification(
        catalog.describe(tool.name()), (context, request) -> call(tool, known, request));
  }

  private CallToolResult call(McpTool tool, String[] known, CallToolRequest request) {
    JsonNode arguments =
        json.valueToTree(request.arguments() == null ? Map.of() : request.arguments());
    try {
      return result(tool.call(new ToolCall(arguments, BodyMembers.of(arguments, known))));
    } catch (HttpProblem e) {
      return problem(e);
    } catch (NotAvailableException e) {
      LOG.info("the tool {} cannot answer now", tool.name(), e);
      return problem(HttpProblem.notAvailable("The answer cannot be given now; ask again."));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return problem(HttpProblem.notAvailable("The gateway is about to stop; ask again."));
    } catch (Exception e) {
      LOG.error("the tool {} failed", tool.name(), e);
      return problem(ProblemJson.internalError());
    }
  }

  private static CallToolResult problem(HttpProblem problem) {
    // Whatever budget the call asked for, or tried to.
    Budget budget =
        Budget.cutting(Budget.LEAST, "This was cut; what is left out is told by other tools.");
    return result(new McpTool.Result(budget.fit(Answer.of(ProblemJson.node(problem)), null), true));
  }

  private static CallToolResult result(McpTool.Result result) {
    ObjectNode body = result.body();
    CallToolResult.Builder answer =
        CallToolResult.builder(List.of(TextContent.builder(SafeJson.of(body)).build()))
            .isError(result.isError());
    // A client holds structured content against the output schema even if it is an error.
    return (result.isError() ? answer : answer.structuredContent(body)).build();
  }
}
