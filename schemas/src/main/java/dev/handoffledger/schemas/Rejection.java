package dev.handoffledger.schemas;

import java.util.List;

/**
 * A refused artifact.
 *
 * @param problems every problem found, at least one; the first gives the reason
 * @param format the format it was read as, or null if that stayed unknown
 * @param kind the kind it was read as, or null if that stayed unknown
 * @param session the session it would belong to, or null if its correlation id could not be read
 */
public record Rejection(List<Problem> problems, String format, String kind, String session) {
  public Rejection {
    problems = List.copyOf(problems);
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a rejection needs a problem");
    }
  }

  /** A refusal of a document of which nothing could be read. */
  public static Rejection of(Problem problem) {
    return new Rejection(List.of(problem), null, null, null);
  }

  public Reason reason() {
    return problems.get(0).reason();
  }

  public String pointer() {
    return problems.get(0).pointer();
  }
}
