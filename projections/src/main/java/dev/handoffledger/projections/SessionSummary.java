package dev.handoffledger.projections;

import java.time.Instant;

/**
 * A session as it stands now.
 *
 * @param session format, {@code /} and correlation id
 * @param facts the number of facts, which is the newest fact's seq
 * @param handoffs the number of recorded handoffs
 * @param open how many of them somebody must still act on
 * @param firstRecordedAt when its first fact was recorded
 * @param lastRecordedAt when its newest fact was recorded
 * @param newest the id of the handoff a reader should start from
 * @param chain 64 hex digits that commit to all its facts
 */
public record SessionSummary(
    String session,
    String format,
    SessionState state,
    long facts,
    long handoffs,
    long open,
    Instant firstRecordedAt,
    Instant lastRecordedAt,
    String newest,
    String chain) {}
