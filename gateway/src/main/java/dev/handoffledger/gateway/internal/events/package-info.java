/**
 * The ledger as it goes on: {@link dev.handoffledger.gateway.internal.events.EventStreams} gives
 * each client the facts it asks for, {@link dev.handoffledger.gateway.internal.events.LedgerEvents}
 * has them, whether they are new or long past.
 */
package dev.handoffledger.gateway.internal.events;
