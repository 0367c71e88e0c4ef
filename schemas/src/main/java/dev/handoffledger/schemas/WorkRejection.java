package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * What an accepted handoff says against the work it is about: enough to diagnose an issue from. Not
 * to be confused with a {@link Rejection}, by which the ledger refuses a document.
 *
 * <p>Texts come from an artifact and are hostile; only their lengths, in code points, are bounded.
 *
 * @param severity {@link #ERROR} or {@link #WARN}
 * @param title one line of at most 300, never blank
 * @param diagnosedBy who rejects, as the document names it, or null
 * @param hypothesis what is wrong, at most 2,000, or null if the document does not say
 * @param recommendedNext what to do about it, at most 2,000, or null if the document does not say
 * @param metric what a success is measured by: {@link #FEEDBACK_RATE} or {@link #FAILURE_RATE}
 */
public record WorkRejection(
    String severity,
    String title,
    String diagnosedBy,
    String hypothesis,
    String recommendedNext,
    String metric) {
  public static final String ERROR = "error";
  public static final String WARN = "warn";
  public static final String FEEDBACK_RATE = "feedback_rate";
  public static final String FAILURE_RATE = "failure_rate";

  public WorkRejection {
    Objects.requireNonNull(severity);
    Objects.requireNonNull(title);
    Objects.requireNonNull(metric);
  }
}
