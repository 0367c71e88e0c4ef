/**
 * What an agent or a gateway needs to write to the ledger: {@link
 * dev.handoffledger.producer.HandoffPublisher} publishes artifacts, {@link
 * dev.handoffledger.producer.TopicProvisioner} makes the topics.
 */
package dev.handoffledger.producer;
