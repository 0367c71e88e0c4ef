package dev.handoffledger.projections.issue;

/**
 * What is known of an issue's project; each null if unknown.
 *
 * @param repositoryFullName owner and name
 */
record ProjectDetails(
    String name,
    String defaultEnvironment,
    String environment,
    String repositoryFullName,
    String repositoryUrl) {
  static final ProjectDetails UNKNOWN = new ProjectDetails(null, null, null, null, null);
}
