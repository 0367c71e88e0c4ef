package dev.handoffledger.producer;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Rejection;
import java.util.stream.Collectors;

/**
 * An artifact breaks the contract of its format and was not sent. The message lists every problem:
 * its code, where it is, and what to change.
 */
public final class RejectedArtifactException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  RejectedArtifactException(Rejection rejection) {
    super(
        rejection.problems().stream()
            .map(RejectedArtifactException::line)
            .collect(Collectors.joining("\n", "the artifact is refused and was not sent:\n", "")));
    this.rejection = rejection;
  }

  /** The problems, the format and kind the artifact was read as, and its session. */
  public Rejection rejection() {
    return rejection;
  }

  private static String line(Problem problem) {
    String where = problem.pointer().isEmpty() ? "the document" : problem.pointer();
    return "%s at %s: %s".formatted(problem.reason().code(), where, problem.message());
  }
}
