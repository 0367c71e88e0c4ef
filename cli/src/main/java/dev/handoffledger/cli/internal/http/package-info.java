/** The gateway's HTTP interface as a client sees it. Not for callers outside the command line. */
package dev.handoffledger.cli.internal.http;
