package dev.handoffledger.processor.decide;

import java.time.Instant;

/**
 * A handoff that others may name as their parent.
 *
 * @param time its own time, by which children choose
 */
public record Candidate(String session, String kind, Instant time, String id) {}
