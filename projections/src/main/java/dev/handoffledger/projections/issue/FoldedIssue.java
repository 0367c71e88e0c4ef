package dev.handoffledger.projections.issue;

import java.util.Objects;

/** What the entries of an issue add up to. */
public sealed interface FoldedIssue {

  /** Nothing diagnoses the issue, so there is no packet; what is there waits for a diagnosis. */
  record Undiagnosed(IssueScope scope) implements FoldedIssue {
    public Undiagnosed {
      Objects.requireNonNull(scope);
    }
  }

  /** An issue of which a packet can be made. */
  record Diagnosed(Issue issue) implements FoldedIssue {
    public Diagnosed {
      Objects.requireNonNull(issue);
    }
  }
}
