package dev.handoffledger.cli.internal;

/** A command ends here: with a sentence for standard error and an exit code. */
public final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public CommandFailedException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public CommandFailedException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
