package dev.handoffledger.cli.internal.http;

/** The server answered, but not with what was asked for. */
public final class LedgerAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient byte[] document;

  /**
   * @param status the HTTP status
   * @param message what the server says about it
   * @param document the answer as it came
   */
  public LedgerAnswerException(int status, String message, byte[] document) {
    super(message);
    this.status = status;
    this.document = document;
  }

  public int status() {
    return status;
  }

  /** The answer as it came; not to be changed. */
  public byte[] document() {
    return document;
  }
}
