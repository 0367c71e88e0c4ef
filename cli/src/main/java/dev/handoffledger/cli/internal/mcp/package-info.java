/** The bridge from MCP over stdio to the server's {@code /mcp}. Not API. */
package dev.handoffledger.cli.internal.mcp;
