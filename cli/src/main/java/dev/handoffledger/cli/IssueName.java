package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.http.Query;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which issue a command is about. */
final class IssueName {

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The issue's id, one that it had before, or its fingerprint.")
  private String name;

  @Option(
      names = "--project",
      paramLabel = "P",
      description = "The issue's project, where issues of several go by this name.")
  private String project;

  /** What follows {@code /v1/issues/} in the path, not encoded. */
  String text() {
    return name;
  }

  Query query() {
    return new Query().with("project", project);
  }
}
