/**
 * What becomes of an input, as pure functions of the state of one partition: no Kafka, no clock, no
 * I/O. Start at {@link dev.handoffledger.processor.decide.Decider}.
 */
package dev.handoffledger.processor.decide;
