package dev.handoffledger.projections;

import java.time.Instant;

/**
 * What waits for a role.
 *
 * @param open how many handoffs wait for the role
 * @param oldestRecordedAt when the oldest of them was recorded, or null if none waits
 */
public record RoleSummary(String role, long open, Instant oldestRecordedAt) {}
