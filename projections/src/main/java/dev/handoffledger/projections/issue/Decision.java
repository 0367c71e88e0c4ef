package dev.handoffledger.projections.issue;

import java.util.Arrays;

/** What somebody decided to do about an issue. */
enum Decision {
  PATCH("patch", IssueState.SELECTED),
  OBSERVE("observe", IssueState.OBSERVING),
  DEFER("defer", IssueState.DEFERRED),
  SKIP("skip", IssueState.SKIPPED);

  private final String word;
  private final IssueState state;

  Decision(String word, IssueState state) {
    this.word = word;
    this.state = state;
  }

  /** The state that follows from it alone. */
  IssueState state() {
    return state;
  }

  /** Whether it leaves the issue as it is, for now or for good. */
  boolean leavesIssue() {
    return this != PATCH;
  }

  static Decision of(RecordedEvent receipt) {
    String word = receipt.requiredText("/decision");
    return Arrays.stream(values())
        .filter(decision -> decision.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a decision"));
  }
}
