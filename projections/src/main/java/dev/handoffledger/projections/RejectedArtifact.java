package dev.handoffledger.projections;

/**
 * A refused artifact and its bytes.
 *
 * @param bytes as they were published; none if there were too many to keep
 */
public record RejectedArtifact(RejectionView rejection, byte[] bytes) {}
