package dev.handoffledger.projections;

import dev.handoffledger.schemas.Problem;
import java.time.Instant;
import java.util.List;

/**
 * A refused artifact.
 *
 * @param partition of the topic {@code handoff.rejected}, where its bytes are
 * @param offset in that partition
 * @param at when it was refused
 * @param topic the topic it was published to
 * @param topicPartition the partition of that topic
 * @param topicOffset the offset in that partition
 * @param session the session it names, or null
 * @param kind the kind it was read as, or null
 * @param size of its bytes
 * @param rawHash 64 hex digits: SHA-256 of its bytes
 */
public record RejectionView(
    int partition,
    long offset,
    Instant at,
    String topic,
    int topicPartition,
    long topicOffset,
    String session,
    String kind,
    String publisher,
    List<Problem> problems,
    long size,
    String rawHash) {}
