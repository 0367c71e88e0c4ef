/** Not for callers outside this module. */
package dev.handoffledger.server.internal;
