/** The measurements of {@code handoff bench}. Not for callers. */
package dev.handoffledger.bench.internal;
