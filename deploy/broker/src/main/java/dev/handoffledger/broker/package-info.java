/**
 * A real Kafka broker in this JVM, for the local default and for tests: {@link
 * dev.handoffledger.broker.EmbeddedBroker}.
 */
package dev.handoffledger.broker;
