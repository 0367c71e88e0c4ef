/** What the commands share. Not for callers outside the command line. */
package dev.handoffledger.cli.internal;
