package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One attempt at an issue.
 *
 * @param events its stages and verifications, oldest first
 * @param rounds what handoffs show of it
 */
record LoopRun(String id, List<RecordedEvent> events, List<IssueEntry.Round> rounds) {
  private static final Comparator<IssueEntry.Round> ROUND_ORDER =
      Comparator.comparing(
              (IssueEntry.Round round) -> new EventKey(round.time(), round.handoffId()))
          .thenComparing(IssueEntry.Round::stage);

  LoopRun {
    events = List.copyOf(events);
    rounds = List.copyOf(rounds);
    if (events.isEmpty() && rounds.isEmpty()) {
      throw new IllegalArgumentException("nothing shows this run");
    }
  }

  /** The greatest stage that events record. What only handoffs show ranks with the first. */
  LoopStage stage() {
    return stages().map(LoopStage::of).max(Comparator.naturalOrder()).orElse(LoopStage.DIAGNOSED);
  }

  /** The stage's word; the newest round's where events record nothing beyond the first. */
  String furthestStage() {
    return Optional.of(stage())
        .filter(stage -> stage != LoopStage.DIAGNOSED)
        .map(LoopStage::word)
        .or(() -> rounds.stream().max(ROUND_ORDER).map(IssueEntry.Round::stage))
        .orElse(LoopStage.DIAGNOSED.word());
  }

  boolean isMerged() {
    return stage() == LoopStage.MERGED;
  }

  Optional<RecordedEvent> newestVerification() {
    return last(events.stream().filter(event -> event.kind() == EventKind.LOOP_VERIFIED));
  }

  Optional<Verdict> verdict() {
    return newestVerification().map(Verdict::of);
  }

  boolean isVerified() {
    return hasVerdict(Verdict.IMPROVED);
  }

  boolean hasVerdict(Verdict verdict) {
    return verdict().filter(verdict::equals).isPresent();
  }

  /** The first event that shows more than that the issue was diagnosed. */
  Optional<EventKey> firstProgress() {
    return events.stream().filter(LoopRun::isProgress).findFirst().map(RecordedEvent::key);
  }

  private static boolean isProgress(RecordedEvent event) {
    return event.kind() == EventKind.LOOP_VERIFIED || LoopStage.of(event) != LoopStage.DIAGNOSED;
  }

  Optional<EventKey> newestEvent() {
    return last(events.stream()).map(RecordedEvent::key);
  }

  Instant newestTime() {
    return Stream.concat(
            events.stream().map(RecordedEvent::time), rounds.stream().map(IssueEntry.Round::time))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** What the newest stage that says it says, or null. */
  String text(String pointer) {
    return last(stages().filter(stage -> stage.text(pointer).isPresent()))
        .flatMap(stage -> stage.text(pointer))
        .orElse(null);
  }

  /** As {@link #text}, of a number. */
  JsonNode number(String pointer) {
    return last(stages().filter(stage -> stage.number(pointer).isPresent()))
        .flatMap(stage -> stage.number(pointer))
        .orElse(null);
  }

  private Stream<RecordedEvent> stages() {
    return events.stream().filter(event -> event.kind() == EventKind.LOOP_STAGE_RECORDED);
  }

  private static Optional<RecordedEvent> last(Stream<RecordedEvent> oldestFirst) {
    return oldestFirst.reduce((older, newer) -> newer);
  }
}
