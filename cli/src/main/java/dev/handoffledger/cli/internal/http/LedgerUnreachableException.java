package dev.handoffledger.cli.internal.http;

/** No usable answer came from the server. The message is a sentence for the user. */
public final class LedgerUnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LedgerUnreachableException(String message) {
    super(message);
  }

  public LedgerUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
