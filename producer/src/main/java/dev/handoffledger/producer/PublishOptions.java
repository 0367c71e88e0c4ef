package dev.handoffledger.producer;

/**
 * What a publisher says about one artifact beside it.
 *
 * @param project the project it is for, or null
 * @param issue the issue it is about, or null
 * @param traceparent the W3C trace context it was made in, or null
 */
public record PublishOptions(String project, String issue, String traceparent) {
  /** Says nothing. */
  public static final PublishOptions NONE = new PublishOptions(null, null, null);

  public PublishOptions withProject(String project) {
    return new PublishOptions(project, issue, traceparent);
  }

  public PublishOptions withIssue(String issue) {
    return new PublishOptions(project, issue, traceparent);
  }

  public PublishOptions withTraceparent(String traceparent) {
    return new PublishOptions(project, issue, traceparent);
  }
}
