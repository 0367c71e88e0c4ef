package dev.handoffledger.projections.issue;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A diagnosed issue as the entries about it say, at no moment but that of the newest of them. */
public final class Issue {
  private final IssueScope scope;
  private final IssueEntries entries;
  private final Diagnosis diagnosis;
  private final LoopHistory history;

  private Issue(IssueScope scope, IssueEntries entries, Diagnosis diagnosis) {
    this.scope = scope;
    this.entries = entries;
    this.diagnosis = diagnosis;
    this.history = LoopHistory.of(entries);
  }

  /**
   * Folds the set of all entries about one issue: its events under every id that it has, and its
   * rejections.
   *
   * @throws IllegalArgumentException if an event is none by its format, or there are rejections and
   *     the scope does not say of what
   */
  public static FoldedIssue of(IssueScope scope, Collection<? extends IssueEntry> all) {
    IssueEntries entries = IssueEntries.of(all);
    return diagnosis(scope, entries)
        .<FoldedIssue>map(found -> new FoldedIssue.Diagnosed(new Issue(scope, entries, found)))
        .orElseGet(() -> new FoldedIssue.Undiagnosed(scope));
  }

  private static Optional<Diagnosis> diagnosis(IssueScope scope, IssueEntries entries) {
    List<RecordedEvent> newestFirst =
        entries.events(EventKind.ISSUE_DIAGNOSED).stream()
            .sorted(Comparator.reverseOrder())
            .toList();
    if (!newestFirst.isEmpty()) {
      return Optional.of(new EventDiagnosis(newestFirst));
    }
    return entries.rejections().isEmpty()
        ? Optional.empty()
        : Optional.of(new RejectionDiagnosis(scope, entries.rejections()));
  }

  public String projectId() {
    return scope.projectId();
  }

  /** The id within its project. */
  public String id() {
    return diagnosis.issueId();
  }

  /** {@code if_} and what groups its sightings; another way to look it up within its project. */
  public String fingerprint() {
    return diagnosis.fingerprint().value();
  }

  /** The other ids under which it is known. */
  public SortedSet<String> idAliases() {
    Stream<String> named =
        Stream.concat(
            Stream.ofNullable(scope.issueId()),
            entries.events().stream().flatMap(event -> event.text("/issue/id").stream()));
    Stream<String> opened =
        rejectionFingerprints().map(fingerprint -> fingerprint.issueId(scope.projectId()));
    return without(Stream.concat(named, opened), id());
  }

  /** The other fingerprints under which it is known. */
  public SortedSet<String> fingerprintAliases() {
    return without(rejectionFingerprints().map(Fingerprint::value), fingerprint());
  }

  private Stream<Fingerprint> rejectionFingerprints() {
    return Stream.ofNullable(scope.rejections())
        .flatMap(source -> Stream.concat(Stream.of(source.rule()), source.earlierRules().stream()))
        .map(Fingerprint::ofRule);
  }

  private static SortedSet<String> without(Stream<String> names, String own) {
    SortedSet<String> others = new TreeSet<>();
    names.filter(name -> !name.equals(own)).forEach(others::add);
    return others;
  }

  public IssueState state() {
    return IssueState.of(
        history,
        entries.events(EventKind.ISSUE_DECIDED),
        entries.events(EventKind.ISSUE_OBSERVED),
        !entries.leasesSinceRejection().isEmpty());
  }

  Diagnosis diagnosis() {
    return diagnosis;
  }

  /** The newest decision. */
  Optional<RecordedEvent> receipt() {
    return entries.events(EventKind.ISSUE_DECIDED).stream().max(Comparator.naturalOrder());
  }

  Evidence evidence() {
    return Evidence.of(entries);
  }

  /** The runs that a packet shows, the furthest first. */
  List<LoopRun> runs() {
    return history.shown();
  }

  Instant generatedAt() {
    return entries.greatestTime().orElseThrow();
  }

  Instant firstObservedAt() {
    Stream<Instant> diagnosed =
        entries.events(EventKind.ISSUE_DIAGNOSED).stream()
            .flatMap(event -> withOwnTime(event, "/issue/first_observed_at"));
    Stream<Instant> observed =
        entries.events(EventKind.ISSUE_OBSERVED).stream()
            .flatMap(event -> withOwnTime(event, "/window/from"));
    Stream<Instant> rejected = entries.rejections().stream().map(IssueEntry.Rejected::time);
    return Stream.of(diagnosed, observed, rejected)
        .flatMap(times -> times)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static Stream<Instant> withOwnTime(RecordedEvent event, String pointer) {
    return Stream.concat(Stream.of(event.time()), event.instant(pointer).stream());
  }
}
