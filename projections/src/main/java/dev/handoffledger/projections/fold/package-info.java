/**
 * What the read side makes of the ledger's facts: pure functions from the rows of now and a fact to
 * the rows after it. Knows neither Kafka nor how rows are kept.
 *
 * <p>A fact is folded in two steps. {@link dev.handoffledger.projections.fold.LedgerFold#enter
 * LedgerFold.enter} puts what the fact itself says; {@link
 * dev.handoffledger.projections.fold.LedgerFold#settle LedgerFold.settle} then says of every
 * handoff that the fact touches whether somebody must still act on it. Both may be repeated, also
 * over rows that already hold later facts, and end in the same rows.
 */
package dev.handoffledger.projections.fold;
