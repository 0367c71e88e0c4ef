package dev.handoffledger.projections;

import java.util.List;

/**
 * What goes by a name.
 *
 * @param issues at most one of each project
 * @param undiagnosed the projects in which events or rejections name such an issue, and nothing
 *     diagnoses it yet
 */
public record IssueLookup(List<IssueView> issues, List<String> undiagnosed) {
  public IssueLookup {
    issues = List.copyOf(issues);
    undiagnosed = List.copyOf(undiagnosed);
  }
}
