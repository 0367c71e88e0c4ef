package dev.handoffledger.cli.internal.http;

/** The server answered, but not with what was asked for. */
public final class LedgerAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param status the HTTP status
   * @param message what the server says about it
   */
  public LedgerAnswerException(int status, String message) {
    super(message);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
