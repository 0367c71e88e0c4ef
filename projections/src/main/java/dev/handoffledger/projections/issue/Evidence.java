package dev.handoffledger.projections.issue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a diagnosis stands on.
 *
 * @param clusterId the cluster of telemetry that was named last, or null
 * @param occurrences how often the issue was seen, at most {@link #MAX_OCCURRENCES}
 * @param ids the last distinct ones, newest first
 * @param citingEvents the events that cite those of the ids that are records, newest first
 * @param rejectingHandoffs those of the ids that are handoffs
 */
record Evidence(
    String clusterId,
    long occurrences,
    List<String> ids,
    List<RecordedEvent> citingEvents,
    List<String> rejectingHandoffs) {

  /** Greater integers are not safe in JSON. */
  static final long MAX_OCCURRENCES = (1L << 53) - 1;

  private static final int MAX_IDS = 20;

  /**
   * Who cites ids.
   *
   * @param event null if it is a rejecting handoff, which cites itself
   */
  private record Citation(EventKey key, List<String> idsNewestFirst, RecordedEvent event) {
    static Citation of(RecordedEvent event) {
      List<String> ids = new ArrayList<>();
      event.document().at("/evidence/evidence_ids").forEach(id -> ids.add(0, id.asText()));
      return new Citation(event.key(), ids, event);
    }

    static Citation of(IssueEntry.Rejected rejected) {
      return new Citation(IssueEntries.key(rejected), List.of(rejected.handoffId()), null);
    }

    String place() {
      return event == null ? "" : event.handoffId();
    }
  }

  static Evidence of(IssueEntries entries) {
    List<RecordedEvent> sightings =
        Stream.of(EventKind.ISSUE_DIAGNOSED, EventKind.ISSUE_OBSERVED)
            .flatMap(kind -> entries.events(kind).stream())
            .sorted(Comparator.reverseOrder())
            .toList();
    Map<String, Citation> cited = lastCited(sightings, entries.rejections());
    return new Evidence(
        sightings.stream().flatMap(event -> cluster(event).stream()).findFirst().orElse(null),
        occurrences(sightings, entries.rejections().size()),
        List.copyOf(cited.keySet()),
        cited.values().stream()
            .flatMap(citation -> Stream.ofNullable(citation.event()))
            .distinct()
            .toList(),
        cited.entrySet().stream()
            .filter(id -> id.getValue().event() == null)
            .map(Map.Entry::getKey)
            .toList());
  }

  private static Map<String, Citation> lastCited(
      List<RecordedEvent> sightings, List<IssueEntry.Rejected> rejections) {
    List<Citation> newestFirst =
        Stream.concat(sightings.stream().map(Citation::of), rejections.stream().map(Citation::of))
            .sorted(Comparator.comparing(Citation::key).thenComparing(Citation::place).reversed())
            .toList();
    Map<String, Citation> cited = new LinkedHashMap<>();
    for (Citation citation : newestFirst) {
      for (String id : citation.idsNewestFirst()) {
        if (cited.size() < MAX_IDS) {
          cited.putIfAbsent(id, citation);
        }
      }
    }
    return cited;
  }

  private static long occurrences(List<RecordedEvent> sightings, int rejections) {
    long sum = rejections;
    for (RecordedEvent sighting : sightings) {
      long seen = sighting.document().at("/evidence/occurrences").longValue();
      sum = seen > MAX_OCCURRENCES - sum ? MAX_OCCURRENCES : sum + seen;
    }
    return sum;
  }

  private static Optional<String> cluster(RecordedEvent sighting) {
    return sighting.text("/evidence/cluster_id").or(() -> sighting.text("/issue/cluster_id"));
  }
}
