package dev.handoffledger.projections.issue;

import java.util.ArrayList;
import java.util.List;

/** Tells which calls read the evidence of an issue. */
final class ReadingGuide {
  private static final String INDENT = "  ";

  private ReadingGuide() {}

  /** A line for each place where evidence is, and below it one for each call. */
  static String of(Evidence evidence, EvidenceCalls calls) {
    List<String> lines = new ArrayList<>();
    if (!evidence.citingEvents().isEmpty()) {
      if (evidence.clusterId() == null) {
        lines.add("The records are at their publisher, who names no cluster to ask for.");
      } else {
        lines.add("The records are at their publisher:");
        add(lines, calls.ofCluster(evidence.clusterId()));
      }
      lines.add("The events that cite them are here:");
      evidence.citingEvents().stream()
          .map(RecordedEvent::session)
          .distinct()
          .forEach(session -> add(lines, calls.ofSession(session)));
      evidence.citingEvents().forEach(event -> add(lines, calls.ofHandoff(event.handoffId())));
    }
    if (!evidence.rejectingHandoffs().isEmpty()) {
      lines.add("The handoffs that reject are here:");
      evidence.rejectingHandoffs().forEach(handoff -> add(lines, calls.ofHandoff(handoff)));
    }
    return String.join("\n", lines);
  }

  private static void add(List<String> lines, List<String> calls) {
    calls.forEach(call -> lines.add(INDENT + call));
  }
}
