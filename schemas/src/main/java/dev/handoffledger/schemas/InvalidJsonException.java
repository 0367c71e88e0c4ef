package dev.handoffledger.schemas;

/** Bytes that are not the JSON that the ledger reads. */
public final class InvalidJsonException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  InvalidJsonException(Problem problem) {
    super(problem.message());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
