package dev.handoffledger.projections.issue;

import java.util.Arrays;

/** How far a run has come, by what events record of it. Each stage is greater than those before. */
enum LoopStage {
  DIAGNOSED("diagnosed"),
  APPROVED("approved"),
  ISSUE_OPENED("issue_opened"),
  PR_OPENED("pr_opened"),
  MERGED("merged");

  private final String word;

  LoopStage(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static LoopStage of(RecordedEvent stage) {
    String word = stage.requiredText("/stage");
    return Arrays.stream(values())
        .filter(candidate -> candidate.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a stage"));
  }
}
