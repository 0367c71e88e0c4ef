package dev.handoffledger.gateway.internal;

import dev.handoffledger.producer.SchemaRegistryException;
import dev.handoffledger.schemas.wire.Reply;

/** How far an artifact came that was to be published. */
sealed interface Submitted {

  /** The ledger judged it. */
  record Answered(Reply reply) implements Submitted {}

  /** It is in Kafka, and there was no word of it in time. */
  record Unanswered() implements Submitted {}

  /** Kafka did not confirm it: it may be there or not. */
  record Unconfirmed(Throwable cause) implements Submitted {

    /** What happened and what to do. */
    String advice() {
      return cause instanceof SchemaRegistryException
          ? "The gateway's Schema Registry gave no id for the schema, so that nothing was published;"
              + " publish it again once that is mended (the gateway's log says what is wrong)."
          : "Kafka did not confirm the artifact; publish it again, the ledger tells duplicates.";
    }
  }

  /** It was kept back, because an artifact that must come before it was not answered. */
  record KeptBack() implements Submitted {}

  /** It is larger than the ledger takes. */
  record TooLarge() implements Submitted {}
}
