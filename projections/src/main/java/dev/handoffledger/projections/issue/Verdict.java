package dev.handoffledger.projections.issue;

import java.util.Arrays;

/** What a verification found. */
enum Verdict {
  IMPROVED("improved"),
  NOT_IMPROVED("not_improved"),
  BLOCKED("blocked");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static Verdict of(RecordedEvent verification) {
    String word = verification.requiredText("/verdict");
    return Arrays.stream(values())
        .filter(candidate -> candidate.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a verdict"));
  }
}
