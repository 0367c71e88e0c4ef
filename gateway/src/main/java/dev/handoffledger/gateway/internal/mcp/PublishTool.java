package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.ArtifactPublisher;
import dev.handoffledger.gateway.internal.Idempotency;
import dev.handoffledger.gateway.internal.Provenance;
import dev.handoffledger.gateway.internal.Published;

/** Publishes an artifact. A rejection is an error of the call, so that the agent mends it. */
final class PublishTool implements McpTool {
  private final ArtifactPublisher publisher;
  private final Idempotency idempotency;
  private final int maxArtifactBytes;

  PublishTool(ArtifactPublisher publisher, Idempotency idempotency, int maxArtifactBytes) {
    this.publisher = publisher;
    this.idempotency = idempotency;
    this.maxArtifactBytes = maxArtifactBytes;
  }

  @Override
  public String name() {
    return "publish";
  }

  @Override
  public Result call(ToolCall call) throws Exception {
    byte[] artifact = Artifacts.of(call, maxArtifactBytes);
    Provenance provenance = Provenance.of(call.members());
    int maxChars = call.maxChars();
    if (provenance.idempotencyKey() != null) {
      idempotency.claim(provenance.idempotencyKey(), name(), artifact);
    }
    Published published = publisher.publish(artifact, provenance);
    ObjectNode body = published.isRejected() ? published.rejection() : published.outcome();
    Budget budget =
        Budget.cutting(
            maxChars,
            published.isRejected()
                ? "There are more problems: the tool validate tells them all."
                : "There is more: the tool show tells all of a handoff.");
    return new Result(budget.fit(Answer.of(body), null), published.isRejected());
  }
}
