package dev.handoffledger.projections.chain;

import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Roles;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The handoffs of one chain, and which of them is the newest of its sort. */
final class Legs {
  private static final String BATON = "session_baton";
  private static final String BRIEF = "planner_brief";
  private static final String RESULT = "builder_result";
  private static final String VERDICT = "reviewer_verdict";

  /** By their own time, which a clock that runs ahead does not make newer. */
  private static final Comparator<HandoffView> BY_TIME =
      Comparator.comparing(Legs::time).thenComparing(HandoffView::id);

  private final List<HandoffView> handoffs;

  Legs(List<HandoffView> handoffs) {
    this.handoffs = handoffs;
  }

  private static Instant time(HandoffView handoff) {
    Instant own = handoff.time().instant();
    return own.isAfter(handoff.recordedAt()) ? handoff.recordedAt() : own;
  }

  /** The newest that is no baton; the newest baton if there is nothing else. */
  Optional<HandoffView> newest() {
    return handoffs.stream()
        .filter(handoff -> !isBaton(handoff))
        .max(BY_TIME)
        .or(() -> handoffs.stream().max(BY_TIME));
  }

  Optional<HandoffView> newestVerdict() {
    return handoffs.stream().filter(Legs::isVerdict).max(BY_TIME);
  }

  /** Whether work went on after a verdict. */
  boolean goesOnAfter(HandoffView verdict) {
    return handoffs.stream()
        .filter(handoff -> isBrief(handoff) || isResult(handoff))
        .anyMatch(handoff -> BY_TIME.compare(handoff, verdict) > 0);
  }

  List<HandoffView> open() {
    return handoffs.stream()
        .filter(HandoffView::open)
        .sorted(Comparator.comparing(HandoffView::recordedAt).thenComparing(HandoffView::id))
        .toList();
  }

  /** How many times work was sent back and taken up again. */
  int rounds() {
    return (int) handoffs.stream().filter(Legs::isRework).count();
  }

  private static boolean isRework(HandoffView handoff) {
    boolean declared =
        handoff.link().by() == Link.By.DECLARED && handoff.link().parentKind() != null;
    return declared
        && (isBrief(handoff)
            ? RESULT.equals(handoff.link().parentKind())
            : handoff.format().equals("kxm"));
  }

  static boolean isBaton(HandoffView handoff) {
    return handoff.kind().equals(BATON);
  }

  static boolean isBrief(HandoffView handoff) {
    return handoff.kind().equals(BRIEF);
  }

  static boolean isResult(HandoffView handoff) {
    return handoff.kind().equals(RESULT);
  }

  static boolean isVerdict(HandoffView handoff) {
    return handoff.kind().equals(VERDICT);
  }

  // A verdict's roles say what it decided: each decision has its own.

  static boolean approves(HandoffView verdict) {
    return verdict.roles().contains("merge-gate");
  }

  static boolean blocks(HandoffView verdict) {
    return verdict.roles().contains(Roles.HUMAN);
  }

  static boolean isQuarantined(HandoffView handoff) {
    return handoff.link().status() == Link.Status.MISMATCH;
  }

  /** Whether a handoff of another format than CodeLens says that nothing can go on. */
  static boolean isStuck(HandoffView handoff) {
    boolean blockedState =
        handoff.kind().equals("agent_state") && handoff.roles().contains(Roles.HUMAN);
    return blockedState || "rejected".equals(handoff.status());
  }
}
