/** Artifacts from files, folders and standard input. Not for callers outside the command line. */
package dev.handoffledger.cli.internal.input;
