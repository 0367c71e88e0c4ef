package dev.handoffledger.projections;

/** The answer exists but cannot be given now; ask again shortly. */
public class NotAvailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotAvailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
