package dev.handoffledger.projections;

import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.projections.issue.ProjectIds;

/**
 * Which issues are asked for.
 *
 * @param project only of this project; null for all
 * @param state only in this state; null for all
 * @param severity only of this severity, {@code error} or {@code warn}; null for both
 */
public record IssueFilter(String project, IssueState state, String severity) {
  public IssueFilter {
    project = project == null ? null : ProjectIds.of(project);
  }
}
