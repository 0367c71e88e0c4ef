/**
 * The read side: pure folds of the ledger, the topology and stores that keep them current, and
 * {@link dev.handoffledger.projections.LedgerQueries}, the one layer that every surface asks.
 */
package dev.handoffledger.projections;
