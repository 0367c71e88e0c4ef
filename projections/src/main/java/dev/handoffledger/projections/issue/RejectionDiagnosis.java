package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.WorkRejection;
import java.time.Instant;
import java.util.List;

/**
 * (ours) The diagnosis that rejections are where no event gives one.
 *
 * @param oldestFirst at least one
 */
record RejectionDiagnosis(IssueScope scope, List<IssueEntry.Rejected> oldestFirst)
    implements Diagnosis {
  private static final String NO_ADVICE =
      "The rejecting handoff advises nothing; read the evidence and ask who rejected the work.";

  RejectionDiagnosis {
    if (scope.rejections() == null) {
      throw new IllegalArgumentException("the scope does not say what is rejected");
    }
  }

  private IssueEntry.Rejected newest() {
    return oldestFirst.get(oldestFirst.size() - 1);
  }

  @Override
  public Fingerprint fingerprint() {
    return Fingerprint.ofRule(scope.rejections().rule());
  }

  @Override
  public String issueId() {
    return scope.issueId() == null ? fingerprint().issueId(scope.projectId()) : scope.issueId();
  }

  @Override
  public String title() {
    return newest().rejection().title();
  }

  @Override
  public String severity() {
    return oldestFirst.stream()
            .anyMatch(rejected -> rejected.rejection().severity().equals(WorkRejection.ERROR))
        ? WorkRejection.ERROR
        : WorkRejection.WARN;
  }

  @Override
  public String issueClass() {
    return null;
  }

  @Override
  public String harnessArea() {
    return null;
  }

  @Override
  public JsonNode priority() {
    return null;
  }

  @Override
  public ProjectDetails project() {
    return ProjectDetails.UNKNOWN;
  }

  @Override
  public Instant diagnosedAt() {
    return newest().time();
  }

  @Override
  public String diagnosedBy() {
    return newest().rejection().diagnosedBy();
  }

  @Override
  public String hypothesis() {
    return newest().rejection().hypothesis();
  }

  @Override
  public String recommendedNext() {
    String next = newest().rejection().recommendedNext();
    return next == null ? NO_ADVICE : next;
  }

  @Override
  public String successDefinition() {
    return switch (scope.rejections().extent()) {
      case CHAIN -> "No handoff after the newest rejection rejects this chain again.";
      case SESSION -> "No handoff after the newest rejection rejects this session again.";
    };
  }

  @Override
  public String metric() {
    return newest().rejection().metric();
  }

  @Override
  public String guidance() {
    return null;
  }
}
