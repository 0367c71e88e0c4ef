/** How artifacts are put on the wire, and what a Schema Registry is asked for. Not for callers. */
package dev.handoffledger.producer.internal;
