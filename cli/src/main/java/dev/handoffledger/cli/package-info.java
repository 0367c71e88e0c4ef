/**
 * The {@code handoff} command: a thin HTTP client of the gateway, one class per command. {@link
 * dev.handoffledger.cli.HandoffCommand} puts them together.
 */
package dev.handoffledger.cli;
