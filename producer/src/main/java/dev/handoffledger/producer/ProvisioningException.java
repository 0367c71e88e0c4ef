package dev.handoffledger.producer;

/** The broker's topics are not as a ledger needs them; the message says which, and what to do. */
public final class ProvisioningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProvisioningException(String message, Throwable cause) {
    super(message, cause);
  }
}
