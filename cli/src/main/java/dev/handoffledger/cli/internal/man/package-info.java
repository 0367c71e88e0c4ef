/** The help as manual pages. Not for callers outside the command line. */
package dev.handoffledger.cli.internal.man;
