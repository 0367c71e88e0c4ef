/** The servers that a user has named, and where that is kept. Not for callers outside the CLI. */
package dev.handoffledger.cli.internal.context;
