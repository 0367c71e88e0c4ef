package dev.handoffledger.gateway.internal.mcp;

import dev.handoffledger.gateway.internal.BodyMembers;
import dev.handoffledger.gateway.internal.GatewayMetrics;
import dev.handoffledger.gateway.internal.LeaseAnswer;

/** Keeps or ends a lease that the agent has the token of. */
final class LeaseTool implements McpTool {

  /** What is asked of a lease. */
  @FunctionalInterface
  interface Command {
    LeaseAnswer send(String token, BodyMembers members) throws InterruptedException;
  }

  private final String name;
  private final String done;
  private final Command command;
  private final GatewayMetrics metrics;

  /**
   * @param done what is counted if it is done
   */
  LeaseTool(String name, String done, Command command, GatewayMetrics metrics) {
    this.name = name;
    this.done = done;
    this.command = command;
    this.metrics = metrics;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Result call(ToolCall call) throws Exception {
    String token = call.required("token");
    int maxChars = call.maxChars();
    LeaseAnswer answer = metrics.lease(name, done, () -> command.send(token, call.members()));
    return Result.of(
        Budget.cutting(maxChars, "There is more: the tool show tells all of a handoff.")
            .fit(Answer.of(answer.body()), null));
  }
}
