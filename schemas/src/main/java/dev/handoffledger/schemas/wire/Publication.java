package dev.handoffledger.schemas.wire;

import java.util.Objects;

/**
 * What a publisher sent, out of its framing and its envelope, before anyone read the artifact.
 *
 * @param artifact the artifact's bytes; not to be changed
 * @param publisher who publishes, by their own account, or null
 * @param project the project it is for (CloudEvents extension {@code project}), or null
 * @param issue the issue it is about (CloudEvents extension {@code issue}), or null
 * @param traceparent W3C trace context, or null
 * @param replyTo which gateway instance waits for the outcome, or null
 * @param correlationId the request that waits there, or null
 * @param registrySchemaId the schema id of the wire framing, or null
 * @param idempotencyKey the key that the publisher gave the request, or null
 * @param claimToken the text of the {@link ClaimToken} under which it answers, or null
 */
// The bytes are large and shared as they came; nobody compares two of these.
@SuppressWarnings("ArrayRecordComponent")
public record Publication(
    byte[] artifact,
    String publisher,
    String project,
    String issue,
    String traceparent,
    String replyTo,
    String correlationId,
    Integer registrySchemaId,
    String idempotencyKey,
    String claimToken) {
  public Publication {
    Objects.requireNonNull(artifact);
  }
}
