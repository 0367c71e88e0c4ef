package dev.handoffledger.producer;

/**
 * An artifact was sent, and no acknowledgement came. It may have arrived; publishing it again is
 * safe, because the ledger records an artifact once. With a {@link SchemaRegistryException} as its
 * cause, nothing was sent.
 */
public final class PublishFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PublishFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
