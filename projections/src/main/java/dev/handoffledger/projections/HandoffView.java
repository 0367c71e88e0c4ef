package dev.handoffledger.projections;

import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Instant;
import java.util.List;

/**
 * A handoff as it stands now.
 *
 * @param seq the seq of the fact that recorded it
 * @param time the artifact's own time
 * @param link declared, or by rule where the format has a predecessor
 * @param status the newest status (KXM), or null
 * @param open whether somebody must still act on it
 * @param completedBy the id of the handoff that completed it, or null if none did
 * @param lease the lease on it, or null if nobody holds it
 * @param escalated whether it was given out too often, so that it is for a person now
 * @param answeredByOther whether somebody answered it while somebody else holds it
 * @param deliveries how many times it was given out
 * @param requiredCapabilities what whoever claims it must be able to do
 * @param warnings what its readers should know, that of its link included
 * @param traceparent the W3C trace context it was published with, or null
 * @param partition where the ledger keeps it
 * @param offset where the ledger keeps it
 */
public record HandoffView(
    String id,
    String format,
    String kind,
    String session,
    long seq,
    String naturalKey,
    Timestamp time,
    Instant recordedAt,
    List<String> roles,
    Link link,
    String status,
    boolean open,
    String completedBy,
    Reply.Lease lease,
    boolean escalated,
    boolean answeredByOther,
    int deliveries,
    List<String> requiredCapabilities,
    List<Warning> warnings,
    String publisher,
    String project,
    String issue,
    String rawHash,
    String traceparent,
    int partition,
    long offset) {}
