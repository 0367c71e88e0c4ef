/** How the server's answers are shown to a person. Not for callers outside the command line. */
package dev.handoffledger.cli.internal.view;
