package dev.handoffledger.projections.issue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The entries of an issue by what they are, each once, oldest first. */
final class IssueEntries {
  private final List<RecordedEvent> events;
  private final List<IssueEntry.Rejected> rejections;
  private final List<IssueEntry.Round> rounds;
  private final List<IssueEntry.LiveLease> leases;

  private IssueEntries(
      List<RecordedEvent> events,
      List<IssueEntry.Rejected> rejections,
      List<IssueEntry.Round> rounds,
      List<IssueEntry.LiveLease> leases) {
    this.events = events;
    this.rejections = rejections;
    this.rounds = rounds;
    this.leases = leases;
  }

  static IssueEntries of(Collection<? extends IssueEntry> entries) {
    Map<String, RecordedEvent> events = new HashMap<>();
    Map<String, IssueEntry.Rejected> rejections = new HashMap<>();
    List<IssueEntry.Round> rounds = new ArrayList<>();
    List<IssueEntry.LiveLease> leases = new ArrayList<>();
    for (IssueEntry entry : entries) {
      if (entry instanceof IssueEntry.Event event) {
        events.put(event.handoffId(), RecordedEvent.of(event));
      } else if (entry instanceof IssueEntry.Rejected rejected) {
        rejections.put(rejected.handoffId(), rejected);
      } else if (entry instanceof IssueEntry.Round round) {
        rounds.add(round);
      } else if (entry instanceof IssueEntry.LiveLease lease) {
        leases.add(lease);
      }
    }
    return new IssueEntries(
        events.values().stream().sorted().toList(),
        rejections.values().stream().sorted(Comparator.comparing(IssueEntries::key)).toList(),
        List.copyOf(rounds),
        List.copyOf(leases));
  }

  static EventKey key(IssueEntry.Rejected rejected) {
    return new EventKey(rejected.time(), rejected.handoffId());
  }

  List<RecordedEvent> events() {
    return events;
  }

  List<RecordedEvent> events(EventKind kind) {
    return events.stream().filter(event -> event.kind() == kind).toList();
  }

  List<IssueEntry.Rejected> rejections() {
    return rejections;
  }

  List<IssueEntry.Round> rounds() {
    return rounds;
  }

  /** The leases on handoffs that were recorded after the first rejection was. */
  List<IssueEntry.LiveLease> leasesSinceRejection() {
    Optional<Instant> first =
        rejections.stream().map(IssueEntry.Rejected::recordedAt).min(Comparator.naturalOrder());
    return first
        .map(
            recorded ->
                leases.stream()
                    .filter(lease -> lease.handoffRecordedAt().isAfter(recorded))
                    .toList())
        .orElse(List.of());
  }

  /** The greatest time of what counts: own times, and when leases were claimed. */
  Optional<Instant> greatestTime() {
    return Stream.of(
            events.stream().map(RecordedEvent::time),
            rejections.stream().map(IssueEntry.Rejected::time),
            rounds.stream().map(IssueEntry.Round::time),
            leasesSinceRejection().stream().map(IssueEntry.LiveLease::claimedAt))
        .flatMap(times -> times)
        .max(Comparator.naturalOrder());
  }
}
