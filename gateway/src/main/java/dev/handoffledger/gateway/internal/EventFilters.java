package dev.handoffledger.gateway.internal;

import dev.handoffledger.gateway.internal.events.EventFilter;
import dev.handoffledger.gateway.internal.events.RecordedTimes;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.format.IssueReference;

/** Which facts a request asks for. */
final class EventFilters {
  private EventFilters() {}

  /**
   * Reads the parameters {@code role}, {@code session}, {@code kind}, {@code chain}, {@code issue}
   * and {@code project}.
   *
   * @throws HttpProblem 400 if one cannot be used, 404 if there is no such chain or issue, 409 if
   *     several issues go by the name
   */
  static EventFilter read(QueryParameters parameters, RecordedTimes times, LedgerQueries queries) {
    String named = parameters.text("chain");
    String chain = named == null ? null : HandoffIds.parse(named);
    if (chain != null && queries.root(chain).isEmpty()) {
      throw HandoffIds.unknown();
    }
    String issue = parameters.text("issue");
    String project = parameters.text("project");
    if (issue == null && project != null) {
      throw HttpProblem.badParameter("project", "give it with issue, or leave it out.");
    }
    IssueReference reference =
        issue == null ? null : NamedIssue.of(queries, issue, project).reference();
    return new EventFilter(
        parameters.text("role"),
        parameters.text("session"),
        parameters.text("kind"),
        chain,
        reference,
        times);
  }
}
