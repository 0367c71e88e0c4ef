package dev.handoffledger.projections;

import java.time.Instant;

/**
 * Which sessions to list; null means any.
 *
 * @param since sessions whose newest fact was recorded at this time or later
 * @param until sessions whose newest fact was recorded before this time
 */
public record SessionFilter(String format, SessionState state, Instant since, Instant until) {}
