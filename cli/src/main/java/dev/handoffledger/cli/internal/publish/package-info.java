/** Publishing many artifacts in the right order. Not for callers outside the command line. */
package dev.handoffledger.cli.internal.publish;
