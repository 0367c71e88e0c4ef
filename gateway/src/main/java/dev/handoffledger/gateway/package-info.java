/**
 * The HTTP API of the ledger, as {@code docs/http.md} lays it down. {@link
 * dev.handoffledger.gateway.GatewayServer} serves it; questions are answered by {@link
 * dev.handoffledger.projections.LedgerQueries}, and what is published goes to Kafka.
 */
package dev.handoffledger.gateway;
