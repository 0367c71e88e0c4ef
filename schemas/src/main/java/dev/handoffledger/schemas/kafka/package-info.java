/** Where the contract meets kafka-clients; the rest of the module does without it. */
package dev.handoffledger.schemas.kafka;
