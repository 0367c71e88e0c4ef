package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.StandbyReads;

/**
 * What routes that ask have their answers from.
 *
 * @param exact answers from the stores themselves, or not at all
 * @param queries may answer from standbys, which the answer then tells
 * @param standbyReads tells whether they did
 */
public record Reads(LedgerQueries exact, LedgerQueries queries, StandbyReads standbyReads) {}
