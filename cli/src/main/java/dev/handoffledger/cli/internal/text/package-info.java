/** Text for people, made of texts nobody trusts. Not for callers outside the command line. */
package dev.handoffledger.cli.internal.text;
