package dev.handoffledger.producer;

import org.apache.kafka.common.errors.SerializationException;

/**
 * The Schema Registry did not give the id of a schema, so that nothing was sent. The message says
 * what to change.
 */
public final class SchemaRegistryException extends SerializationException {
  private static final long serialVersionUID = 1L;

  public SchemaRegistryException(String message) {
    super(message);
  }

  public SchemaRegistryException(String message, Throwable cause) {
    super(message, cause);
  }
}
