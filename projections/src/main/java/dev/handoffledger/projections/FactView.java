package dev.handoffledger.projections;

import dev.handoffledger.schemas.fact.Fact;

/**
 * A fact and where the ledger keeps it. The fact's value is left empty: ask for the artifact.
 *
 * @param partition of the ledger topic
 * @param offset in that partition
 */
public record FactView(Fact fact, int partition, long offset) {}
