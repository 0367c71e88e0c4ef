package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Something that an agent can do here; what it is for stands in {@code tools.json}. */
interface McpTool {

  /**
   * What came of a call.
   *
   * @param body within the call's budget
   * @param isError whether the agent has to change something
   */
  record Result(ObjectNode body, boolean isError) {
    static Result of(ObjectNode body) {
      return new Result(body, false);
    }
  }

  String name();

  /**
   * Does it.
   *
   * @throws dev.handoffledger.gateway.internal.HttpProblem if it cannot be done as asked
   */
  Result call(ToolCall call) throws Exception;
}
