package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.publish.Finding;
import dev.handoffledger.cli.internal.publish.PublishOutcome;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;

/** What became of a decision about an issue. */
public final class IssueLines {
  private final TextOutput out;

  public IssueLines(TextOutput out) {
    this.out = out;
  }

  /**
   * What was recorded, and how the issue stands now.
   *
   * @param decision what was decided about which issue, in words
   * @param answer the server's outcome
   */
  public void decided(String decision, JsonNode answer) {
    PublishOutcome outcome = PublishOutcome.of(decision, answer);
    print(outcome);
    JsonNode issue = answer.path("issue");
    if (issue.isObject()) {
      Answer now = new Answer(issue);
      out.lineCut(
          Span.plain("  now "), state(now.text("state")), Span.plain("  " + now.text("title")));
    } else if (!PublishOutcome.PENDING.equals(outcome.outcome())) {
      out.line(Span.quiet("  How the issue stands now is not known yet: see `handoff issues`."));
    }
  }

  /**
   * Why nothing was recorded.
   *
   * @param decision what was decided about which issue, in words
   * @param problem the server's answer
   */
  public void rejected(String decision, JsonNode problem) {
    print(PublishOutcome.rejected(decision, Finding.listOf(problem.path("problems"))));
  }

  private void print(PublishOutcome outcome) {
    new OutcomeLines(out, outcome.file().length()).print(outcome);
  }

  static Span state(String state) {
    return switch (state) {
      case "verified" -> Span.good(state);
      case "regression", "verification_blocked" -> Span.bad(state);
      case "deferred", "observing", "skipped" -> Span.plain(state);
      default -> Span.caution(state);
    };
  }

  static Span severity(String severity) {
    return severity.equals("error") ? Span.bad(severity) : Span.caution(severity);
  }
}
