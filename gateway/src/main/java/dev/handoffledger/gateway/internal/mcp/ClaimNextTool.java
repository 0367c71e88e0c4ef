package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.GatewayMetrics;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.gateway.internal.IdempotentRequest;
import dev.handoffledger.gateway.internal.JsonAnswer;
import dev.handoffledger.gateway.internal.LeaseAnswer;
import dev.handoffledger.gateway.internal.Leases;
import dev.handoffledger.gateway.internal.ProblemJson;
import dev.handoffledger.gateway.internal.Provenance;

/** Claims some handoff that waits for a role. That nothing waits is an answer and no error. */
final class ClaimNextTool implements McpTool {
  private static final String NOTHING_TO_CLAIM = "nothing-to-claim";

  /** Clients give up on a call after a minute. */
  private static final int MAX_WAIT_SECONDS = 50;

  private final Leases leases;
  private final GatewayMetrics metrics;

  ClaimNextTool(Leases leases, GatewayMetrics metrics) {
    this.leases = leases;
    this.metrics = metrics;
  }

  @Override
  public String name() {
    return "claim_next";
  }

  @Override
  public Result call(ToolCall call) throws Exception {
    String role = call.required("role");
    int maxChars = call.maxChars();
    call.members().number("wait_seconds", 0, MAX_WAIT_SECONDS, 0);
    IdempotentRequest request =
        new IdempotentRequest(
            Provenance.idempotencyKey(call.members()), name(), JsonAnswer.bytes(call.arguments()));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    try {
      LeaseAnswer lease =
          metrics.lease("claim", "granted", () -> leases.claimNext(role, call.members(), request));
      answer.put("claimed", true);
      answer.setAll(lease.body());
    } catch (HttpProblem e) {
      if (!e.type().equals(NOTHING_TO_CLAIM)) {
        throw e;
      }
      answer.put("claimed", false);
      answer.set("reason", ProblemJson.node(e));
    }
    // Called again, this would claim another: show has the same members.
    return Result.of(
        Budget.continuedBy(
                maxChars,
                "There is more: call show with the id of this handoff and cursor set to"
                    + " next_cursor.")
            .fit(Answer.fromOthers(answer), null));
  }
}
