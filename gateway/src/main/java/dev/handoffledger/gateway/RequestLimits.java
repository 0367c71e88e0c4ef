package dev.handoffledger.gateway;

import dev.handoffledger.schemas.wire.RecordSizes;

/**
 * How much a request may bring.
 *
 * @param artifactBytes the largest artifact; more is refused with 413
 * @param batchBytes the largest NDJSON body
 * @param batchLines the most artifacts of one NDJSON body
 * @param bytesInFlight the most that all bodies being worked on may take together; requests beyond
 *     it are asked to come again
 */
public record RequestLimits(int artifactBytes, int batchBytes, int batchLines, int bytesInFlight) {
  private static final int MIB = 1 << 20;

  public static final RequestLimits DEFAULT =
      new RequestLimits(RecordSizes.MAX_ARTIFACT_BYTES, 64 * MIB, 10_000, 192 * MIB);

  public RequestLimits {
    if (artifactBytes < 1 || batchBytes < 1 || batchLines < 1) {
      throw new IllegalArgumentException("limits are at least 1");
    }
    if (bytesInFlight < Math.max(artifactBytes, batchBytes)) {
      throw new IllegalArgumentException("a single body must fit into the bytes in flight");
    }
  }
}
