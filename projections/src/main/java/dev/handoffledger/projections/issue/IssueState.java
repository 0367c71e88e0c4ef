package dev.handoffledger.projections.issue;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How an issue stands. */
public enum IssueState {
  NEEDS_DECISION,
  SELECTED,
  IN_PROGRESS,
  AWAITING_VERIFICATION,
  VERIFICATION_BLOCKED,
  DEFERRED,
  OBSERVING,
  SKIPPED,
  VERIFIED,
  REGRESSION;

  /** As a packet spells it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The state by the first rule that holds.
   *
   * @param receipts decisions, oldest first
   * @param leased whether somebody holds a handoff that came after a rejection
   */
  static IssueState of(
      LoopHistory history,
      List<RecordedEvent> receipts,
      List<RecordedEvent> observations,
      boolean leased) {
    Optional<LoopRun> run = history.current();
    Optional<Verdict> verdict = run.flatMap(LoopRun::verdict);
    Optional<RecordedEvent> receipt = receipts.stream().reduce((older, newer) -> newer);
    Optional<Decision> decision = receipt.map(Decision::of);

    if (hasRegressed(history, receipts, observations)) {
      return REGRESSION;
    }
    if (verdict.equals(Optional.of(Verdict.IMPROVED))) {
      return VERIFIED;
    }
    if (decision.filter(Decision::leavesIssue).isPresent() && cameLast(receipt.get(), run)) {
      return decision.get().state();
    }
    if (verdict.equals(Optional.of(Verdict.BLOCKED))) {
      return VERIFICATION_BLOCKED;
    }
    if (verdict.isEmpty() && run.filter(LoopRun::isMerged).isPresent()) {
      return AWAITING_VERIFICATION;
    }
    if (leased || (verdict.isEmpty() && run.isPresent())) {
      return IN_PROGRESS;
    }
    return decision.map(Decision::state).orElse(NEEDS_DECISION);
  }

  /**
   * Whether the issue was seen after it was gone, and nothing was done or decided about it since.
   */
  private static boolean hasRegressed(
      LoopHistory history, List<RecordedEvent> receipts, List<RecordedEvent> observations) {
    Optional<RecordedEvent> improvement = history.lastImprovement();
    if (improvement.isEmpty() || history.hasProgressStartedAfter(improvement.get().key())) {
      return false;
    }
    Instant gone = improvement.get().instant("/window/to").orElse(improvement.get().time());
    return observations.stream()
        .filter(seen -> !seen.instant("/window/from").orElseThrow().isBefore(gone))
        .anyMatch(seen -> receipts.stream().noneMatch(receipt -> answers(receipt, seen)));
  }

  private static boolean answers(RecordedEvent receipt, RecordedEvent observation) {
    return Decision.of(receipt).leavesIssue() && receipt.key().isNewerThan(observation.key());
  }

  private static boolean cameLast(RecordedEvent receipt, Optional<LoopRun> run) {
    return run.flatMap(LoopRun::newestEvent)
        .map(newest -> receipt.key().isNewerThan(newest))
        .orElse(true);
  }
}
