package dev.handoffledger.projections;

import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
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
    List<Warning> warnings,
    String publisher,
    String project,
    String issue,
    String rawHash,
    int partition,
    long offset) {}
