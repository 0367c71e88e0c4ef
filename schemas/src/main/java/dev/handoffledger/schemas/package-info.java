/**
 * The contract of the ledger: what an artifact must be, and what the ledger derives from it.
 *
 * <p>Start at {@link dev.handoffledger.schemas.HandoffReader}, which turns bytes into a {@link
 * dev.handoffledger.schemas.Handoff} or a {@link dev.handoffledger.schemas.Rejection}. The rules of
 * each format stand in one class of {@link dev.handoffledger.schemas.format}; what the ledger
 * writes is in {@link dev.handoffledger.schemas.fact}; topics, headers and framings are in {@link
 * dev.handoffledger.schemas.wire}.
 */
package dev.handoffledger.schemas;
