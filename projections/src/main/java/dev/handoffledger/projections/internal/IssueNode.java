package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.projections.chain.RejectedChain;
import dev.handoffledger.projections.internal.IssueStores.SourceRow;
import dev.handoffledger.projections.issue.FoldedIssue;
import dev.handoffledger.projections.issue.Issue;
import dev.handoffledger.projections.issue.IssueEntry;
import dev.handoffledger.projections.issue.IssueScope;
import dev.handoffledger.projections.issue.LedgerCalls;
import dev.handoffledger.projections.issue.PacketBuilder;
import dev.handoffledger.projections.issue.RejectionSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Folds the issues of the projects of one partition, and tells of each that changes its packet, or
 * nothing for one that is no more. The key of a packet is {@link PacketKey}.
 */
final class IssueNode implements Processor<String, IssuePart, String, byte[]> {
  private static final String BY_ID = "i:";
  private static final String BY_FINGERPRINT = "f:";

  private final PacketBuilder packets = new PacketBuilder(new LedgerCalls());
  private final ProjectionCounters counters;
  private ProcessorContext<String, byte[]> context;
  private IssueStores stores;

  IssueNode(ProjectionCounters counters) {
    this.counters = counters;
  }

  @Override
  public void init(ProcessorContext<String, byte[]> newContext) {
    context = newContext;
    stores = new IssueStores(newContext::getStateStore);
  }

  @Override
  public void process(Record<String, IssuePart> record) {
    String project = record.key();
    IssuePart part = record.value();
    Changed changed = new Changed();
    if (part instanceof IssuePart.Event event) {
      changed.events().put(event.issueId(), stores.eventsWith(project, event));
      refresh(project, IssueSource.ofEvents(event.issueId()), null, changed);
    } else if (part instanceof IssuePart.Chain chain) {
      replace(project, chain.name(), chain.chain(), changed);
    } else if (part instanceof IssuePart.ChainGone gone) {
      stores.sourcesOf(project, gone.name()).forEach(source -> remove(project, source, changed));
    }
    settle(project, changed, record.timestamp());
    if (part instanceof IssuePart.Event event) {
      // Last, since whoever waits for the event takes its row for a sign that it is folded.
      stores.putEvent(project, event);
    }
    counters.issuePartRead();
  }

  // What a part changes.

  /**
   * What comes of one part.
   *
   * @param sources to be folded again
   * @param issues that may be no more
   * @param events by the id that they name, as far as they were read
   * @param alone sources as they were folded without others
   */
  private record Changed(
      Set<IssueSource> sources,
      Set<String> issues,
      Map<String, List<IssueEntry.Event>> events,
      Map<IssueSource, FoldedIssue> alone) {
    Changed() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), new HashMap<>(), new HashMap<>());
    }
  }

  private List<IssueEntry.Event> events(String project, String issueId, Changed changed) {
    return changed.events().computeIfAbsent(issueId, id -> stores.events(project, id));
  }

  private void replace(String project, String name, RejectedChain chain, Changed changed) {
    Set<String> named = new HashSet<>();
    chain.rejections().forEach(rejection -> named.add(rejection.issue()));
    for (IssueSource source : stores.sourcesOf(project, name)) {
      if (!named.contains(source.issueId())) {
        remove(project, source, changed);
      }
    }
    for (String issue : named) {
      refresh(project, IssueSource.ofChain(name, issue), chain.about(issue), changed);
    }
  }

  /** Keeps what a source tells by now; those that it was one with change too. */
  private void refresh(String project, IssueSource source, RejectedChain chain, Changed changed) {
    SourceRow before = stores.row(project, source).orElse(SourceRow.NEW);
    changed.sources().add(source);
    addPartners(project, before, changed);
    stores.putSource(
        project, source, before.telling(chain, joins(project, source, chain, changed)));
  }

  private void remove(String project, IssueSource source, Changed changed) {
    stores
        .row(project, source)
        .ifPresent(
            row -> {
              addPartners(project, row, changed);
              stores.putSource(project, source, row.telling(null, Set.of()));
            });
  }

  /** The issues that a source was part of, and all sources that were ever one with it. */
  private void addPartners(String project, SourceRow row, Changed changed) {
    row.partners().stream().sorted().map(IssueSource::ofKey).forEach(changed.sources()::add);
    changed.issues().addAll(row.formerIssues());
    if (row.issueId() == null) {
      return;
    }
    changed.issues().add(row.issueId());
    stores
        .issue(project, row.issueId())
        .ifPresent(
            issue ->
                issue.sources().stream()
                    .sorted()
                    .map(IssueSource::ofKey)
                    .forEach(changed.sources()::add));
  }

  /** The ids and fingerprints that make a source one with others. */
  private Set<String> joins(
      String project, IssueSource source, RejectedChain chain, Changed changed) {
    Set<String> joins = new TreeSet<>();
    if (source.issueId() != null) {
      joins.add(BY_ID + source.issueId());
    }
    boolean opensItsOwn = source.isOfEvents() || source.issueId() == null;
    if (!opensItsOwn) {
      return joins;
    }
    FoldedIssue alone =
        source.isOfEvents()
            ? Issue.of(
                IssueScope.ofEvents(project, source.issueId()),
                events(project, source.issueId(), changed))
            : Issue.of(
                IssueScope.ofRejections(project, chain.source(source.chain())), chain.entries());
    changed.alone().put(source, alone);
    if (alone instanceof FoldedIssue.Diagnosed diagnosed) {
      Issue issue = diagnosed.issue();
      Stream.concat(Stream.of(issue.id()), issue.idAliases().stream())
          .forEach(id -> joins.add(BY_ID + id));
      Stream.concat(Stream.of(issue.fingerprint()), issue.fingerprintAliases().stream())
          .forEach(fingerprint -> joins.add(BY_FINGERPRINT + fingerprint));
    }
    return joins;
  }

  // The issues that come of it.

  private void settle(String project, Changed changed, long timestamp) {
    Set<String> orphaned = new LinkedHashSet<>(changed.issues());
    Set<IssueSource> settled = new HashSet<>();
    List<IssueSource> waiting = new ArrayList<>(changed.sources());
    while (!waiting.isEmpty()) {
      IssueSource source = waiting.remove(waiting.size() - 1);
      if (settled.contains(source)) {
        continue;
      }
      Set<IssueSource> together = stores.together(project, source);
      settled.addAll(together);
      settled.add(source);
      for (IssueSource one : together) {
        stores.source(project, one).map(SourceRow::issueId).ifPresent(orphaned::add);
      }
      if (!together.isEmpty()) {
        Optional<Issue> issue = fold(project, together, changed, timestamp);
        issue.ifPresent(found -> addTakenOver(found, together, orphaned));
        issue.map(Issue::id).ifPresent(orphaned::remove);
      }
    }
    orphaned.forEach(id -> deleteIfLeft(project, id, timestamp));
  }

  /** Issues that became part of another one, also those of which a crash has kept no more. */
  private void addTakenOver(Issue issue, Set<IssueSource> together, Set<String> orphaned) {
    together.stream().map(IssueSource::issueId).filter(Objects::nonNull).forEach(orphaned::add);
    issue.idAliases().stream()
        .filter(alias -> stores.issue(issue.projectId(), alias).isPresent())
        .forEach(orphaned::add);
  }

  /** Folds sources that are one issue; empty if nothing diagnoses it. */
  private Optional<Issue> fold(
      String project, Set<IssueSource> together, Changed changed, long timestamp) {
    FoldedIssue alone = changed.alone().get(together.iterator().next());
    FoldedIssue folded =
        together.size() == 1 && alone != null
            ? alone
            : Issue.of(scope(project, together), entries(project, together, changed));
    Optional<Issue> issue =
        folded instanceof FoldedIssue.Diagnosed diagnosed
            ? Optional.of(diagnosed.issue())
            : Optional.empty();
    String id = issue.map(Issue::id).orElse(null);
    for (IssueSource source : together) {
      SourceRow row = row(project, source);
      SourceRow now = row.partOf(id, others(together, source));
      if (!row.equals(now)) {
        stores.putSource(project, source, now);
      }
    }
    issue.ifPresent(found -> publish(found, together, timestamp));
    return issue;
  }

  private List<IssueEntry> entries(String project, Set<IssueSource> together, Changed changed) {
    List<IssueEntry> entries = new ArrayList<>();
    for (IssueSource source : together) {
      if (source.isOfEvents()) {
        entries.addAll(events(project, source.issueId(), changed));
      } else {
        entries.addAll(row(project, source).chain().entries());
      }
    }
    return entries;
  }

  private static Set<String> others(Set<IssueSource> together, IssueSource source) {
    return together.stream()
        .filter(one -> !one.equals(source))
        .map(IssueSource::key)
        .collect(Collectors.toSet());
  }

  private void publish(Issue issue, Set<IssueSource> together, long timestamp) {
    JsonNode packet = packets.build(issue);
    byte[] bytes = IssueJson.bytes(packet);
    List<String> aliases =
        Stream.concat(issue.idAliases().stream(), issue.fingerprintAliases().stream())
            .sorted()
            .toList();
    Set<String> sources = new TreeSet<>();
    together.forEach(source -> sources.add(source.key()));
    stores.putIssue(IssueRow.of(packet, bytes, aliases, sources));
    context.forward(new Record<>(PacketKey.of(issue.projectId(), issue.id()), bytes, timestamp));
  }

  private IssueScope scope(String project, Set<IssueSource> together) {
    List<IssueSource> sources =
        together.stream().sorted(Comparator.comparing(IssueSource::key)).toList();
    Optional<IssueSource> chain = sources.stream().filter(one -> !one.isOfEvents()).findFirst();
    Optional<String> named =
        sources.stream()
            .filter(one -> !one.isOfEvents() && one.issueId() != null)
            .map(IssueSource::issueId)
            .findFirst();
    boolean opened = sources.stream().anyMatch(one -> one.issueId() == null);
    RejectionSource rejections =
        chain.map(one -> row(project, one).chain().source(one.chain())).orElse(null);
    String id = opened ? null : named.orElseGet(() -> sources.get(0).issueId());
    return new IssueScope(project, id, rejections);
  }

  private SourceRow row(String project, IssueSource source) {
    return stores
        .source(project, source)
        .orElseThrow(() -> new IllegalStateException("a source without its row"));
  }

  private void deleteIfLeft(String project, String id, long timestamp) {
    Optional<IssueRow> issue = stores.issue(project, id);
    boolean isLeft =
        issue.stream()
            .flatMap(row -> row.sources().stream())
            .map(IssueSource::ofKey)
            .flatMap(source -> stores.source(project, source).stream())
            .noneMatch(row -> id.equals(row.issueId()));
    if (isLeft) {
      issue.map(IssueRow::view).ifPresent(stores::deleteIssue);
      // Told again even if the issue is gone: a crash may have lost that it was told.
      context.forward(new Record<>(PacketKey.of(project, id), null, timestamp));
    }
  }
}
