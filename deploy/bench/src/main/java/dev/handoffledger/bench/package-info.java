/** The benchmark: the ledger measured beside Kafka alone, as ratios of one run. */
package dev.handoffledger.bench;
