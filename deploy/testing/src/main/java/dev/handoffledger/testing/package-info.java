/** For tests alone: which Kafka they run on, processes to kill, a network to cut. */
package dev.handoffledger.testing;
