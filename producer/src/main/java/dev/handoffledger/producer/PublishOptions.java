package dev.handoffledger.producer;

/**
 * What a publisher says about one artifact beside it.
 *
 * @param project the project it is for, or null
 * @param issue the issue it is about, or null
 * @param claimToken the token of the lease under which it answers its parent, or null
 * @param traceparent the W3C trace context it was made in, or null
 */
public record PublishOptions(String project, String issue, String claimToken, String traceparent) {
  /** Says nothing. */
  public static final PublishOptions NONE = new PublishOptions(null, null, null, null);

  public PublishOptions withProject(String project) {
    return new PublishOptions(project, issue, claimToken, traceparent);
  }

  public PublishOptions withIssue(String issue) {
    return new PublishOptions(project, issue, claimToken, traceparent);
  }

  public PublishOptions withClaimToken(String claimToken) {
    return new PublishOptions(project, issue, claimToken, traceparent);
  }

  public PublishOptions withTraceparent(String traceparent) {
    return new PublishOptions(project, issue, claimToken, traceparent);
  }
}
