package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.handoffledger.projections.IssueLookup;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.format.IssueReference;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The one issue that a request names.
 *
 * @param reference by which events name it
 * @param diagnosed how it stands; empty as long as nothing diagnoses it
 */
public record NamedIssue(IssueReference reference, Optional<IssueView> diagnosed) {

  /**
   * Looks a name up.
   *
   * @param name an id, an alias or a fingerprint
   * @param project the project to look in; null for all
   * @throws HttpProblem 404 if nothing has the name, 409 if issues of several projects have it
   */
  public static NamedIssue of(LedgerQueries queries, String name, String project) {
    IssueLookup found = queries.issue(name, project);
    SortedSet<String> projects = new TreeSet<>(found.undiagnosed());
    found.issues().forEach(issue -> projects.add(issue.projectId()));
    if (projects.isEmpty()) {
      throw HttpProblem.notFound("There is no such issue.");
    }
    if (projects.size() > 1) {
      throw severalProjects(projects);
    }
    Optional<IssueView> issue = found.issues().stream().findFirst();
    return new NamedIssue(
        new IssueReference(projects.first(), issue.map(IssueView::id).orElse(name)), issue);
  }

  /**
   * How it stands.
   *
   * @throws HttpProblem 404 as long as nothing diagnoses it
   */
  public IssueView view() {
    return diagnosed.orElseThrow(
        () ->
            new HttpProblem(
                404,
                "undiagnosed",
                "The issue is not diagnosed",
                "Events name this issue, but nothing diagnoses it yet, so it has no packet; publish"
                    + " a loopops.issue_diagnosed/v1 event."));
  }

  private static HttpProblem severalProjects(SortedSet<String> projects) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    projects.forEach(names::add);
    return new HttpProblem(
            409,
            "several-projects",
            "The name is used in several projects",
            "Say with project which one is meant; \"projects\" lists them.")
        .withMember("projects", names);
  }
}
