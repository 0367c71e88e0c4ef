/** The ledger for agents that speak MCP. Not API. */
package dev.handoffledger.gateway.internal.mcp;
