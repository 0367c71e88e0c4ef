package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerPosition;

/**
 * What a request about a lease came to.
 *
 * @param position how far the projections had read when the answer was made
 */
public record LeaseAnswer(LedgerPosition position, ObjectNode body) {}
