package dev.handoffledger.projections.issue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The runs of an issue. */
final class LoopHistory {
  private static final int MAX_SHOWN = 20;
  private static final Comparator<LoopRun> FURTHEST_FIRST =
      Comparator.comparingInt(LoopHistory::rank)
          .thenComparing(LoopRun::newestTime)
          .reversed()
          .thenComparing(LoopRun::id);

  private final List<LoopRun> runs;

  private LoopHistory(List<LoopRun> runs) {
    this.runs = runs;
  }

  static LoopHistory of(IssueEntries entries) {
    Map<String, List<RecordedEvent>> events = new TreeMap<>();
    Map<String, List<IssueEntry.Round>> rounds = new TreeMap<>();
    for (RecordedEvent event : entries.events()) {
      if (event.kind() == EventKind.LOOP_STAGE_RECORDED
          || event.kind() == EventKind.LOOP_VERIFIED) {
        String id = event.requiredText("/run_id");
        events.computeIfAbsent(id, run -> new ArrayList<>()).add(event);
        rounds.computeIfAbsent(id, run -> new ArrayList<>());
      }
    }
    for (IssueEntry.Round round : entries.rounds()) {
      rounds.computeIfAbsent(round.runId(), run -> new ArrayList<>()).add(round);
    }
    return new LoopHistory(
        rounds.entrySet().stream()
            .map(
                run ->
                    new LoopRun(
                        run.getKey(), events.getOrDefault(run.getKey(), List.of()), run.getValue()))
            .toList());
  }

  /** The furthest first, at most as many as a packet holds. */
  List<LoopRun> shown() {
    return runs.stream().sorted(FURTHEST_FIRST).limit(MAX_SHOWN).toList();
  }

  /** A verified run ranks above every other, whatever stages were recorded of it. */
  private static int rank(LoopRun run) {
    return run.isVerified() ? LoopStage.values().length : run.stage().ordinal();
  }

  /** The run that is worked on: of those that progressed, the one that began to most recently. */
  Optional<LoopRun> current() {
    return runs.stream()
        .filter(run -> run.firstProgress().isPresent())
        .max(
            Comparator.comparing((LoopRun run) -> run.firstProgress().orElseThrow())
                .thenComparing(LoopRun::id));
  }

  boolean hasProgressStartedAfter(EventKey moment) {
    return runs.stream()
        .flatMap(run -> run.firstProgress().stream())
        .anyMatch(first -> first.isNewerThan(moment));
  }

  /** The newest verification of any run that found an improvement. */
  Optional<RecordedEvent> lastImprovement() {
    return runs.stream()
        .flatMap(run -> run.events().stream())
        .filter(event -> event.kind() == EventKind.LOOP_VERIFIED)
        .filter(event -> Verdict.of(event) == Verdict.IMPROVED)
        .max(Comparator.naturalOrder());
  }
}
