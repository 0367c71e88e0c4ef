package dev.handoffledger.projections.issue;

import java.util.Objects;

/**
 * Whose issue it is.
 *
 * @param projectId never empty
 * @param issueId the id by which events, or publishers of rejections, name the issue (1 to 200 code
 *     points); null for an issue that nobody named
 * @param rejections what its rejections are rejections of; null if it can have none
 */
public record IssueScope(String projectId, String issueId, RejectionSource rejections) {
  public IssueScope {
    Objects.requireNonNull(projectId);
    if (issueId == null && rejections == null) {
      throw new IllegalArgumentException("an issue is named by events or opened by rejections");
    }
  }

  /** An issue that events tell of. */
  public static IssueScope ofEvents(String projectId, String issueId) {
    return new IssueScope(projectId, Objects.requireNonNull(issueId), null);
  }

  /** An issue that rejections opened and nobody named. */
  public static IssueScope ofRejections(String projectId, RejectionSource rejections) {
    return new IssueScope(projectId, null, Objects.requireNonNull(rejections));
  }
}
