/** How the read side runs on Kafka Streams. Not for callers. */
package dev.handoffledger.projections.internal;
