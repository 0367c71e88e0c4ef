package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.PercentEncoding;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which issue an event is about.
 *
 * @param projectId the issue's project
 * @param issueId the issue's id within the project
 */
public record IssueReference(String projectId, String issueId) {
  /** As {@code IssueId} of {@code loopops-event.v1.json} has it. */
  static final Pattern ISSUE_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@-]{0,199}");

  /** What a fingerprint starts with, and an id does not. */
  static final String FINGERPRINT_PREFIX = "if_";

  /** As {@code ProjectId} of {@code loopops-event.v1.json} has it. */
  static final Pattern PROJECT_ID = Pattern.compile("[!-~]{1,200}");

  private static final String SESSION_START = LoopOps.NAME + "/";

  public IssueReference {
    Objects.requireNonNull(projectId);
    Objects.requireNonNull(issueId);
  }

  /** Whether an event can name an issue by an id. */
  public static boolean isIssueId(String text) {
    return ISSUE_ID.matcher(text).matches() && !text.startsWith(FINGERPRINT_PREFIX);
  }

  /** Whether an event can name a project by an id. */
  public static boolean isProjectId(String text) {
    return PROJECT_ID.matcher(text).matches();
  }

  /** The issue that a document of LoopOps names, if it names one. */
  static Optional<IssueReference> of(JsonNode document) {
    JsonNode project = document.at("/project/project_id");
    JsonNode issue = document.at("/issue/id");
    return project.isTextual() && issue.isTextual()
        ? Optional.of(new IssueReference(project.textValue(), issue.textValue()))
        : Optional.empty();
  }

  /** The issue whose session this is; empty for a session of another format. */
  public static Optional<IssueReference> ofSession(String session) {
    int slash = session.indexOf('/', SESSION_START.length());
    if (!session.startsWith(SESSION_START) || slash < 0) {
      return Optional.empty();
    }
    return Optional.of(
        new IssueReference(
            PercentEncoding.decode(session.substring(SESSION_START.length(), slash)),
            PercentEncoding.decode(session.substring(slash + 1))));
  }

  /** {@code loopops/<project id>/<issue id>}, both parts percent-encoded (RFC 3986). */
  public String session() {
    return SESSION_START
        + PercentEncoding.encode(projectId)
        + "/"
        + PercentEncoding.encode(issueId);
  }
}
