package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueLookup;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.schemas.format.IssueReference;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Questions about issues. Their partitions are as many as the ledger's. */
final class IssueQueries {
  private static final Logger LOG = LoggerFactory.getLogger(IssueQueries.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private final StoreAccess stores;

  IssueQueries(StoreAccess stores) {
    this.stores = stores;
  }

  Page<IssueView> list(IssueFilter filter, byte[] after, int limit) {
    try (MergedRange issues = byUrgency(filter, after)) {
      List<IssueView> items = new ArrayList<>();
      // An issue whose state changes while it is listed may be met in two states.
      Set<Bytes> met = new HashSet<>();
      byte[] last = null;
      while (issues.hasNext()) {
        MergedRange.Row row = issues.next();
        IssueKeys.Place place = IssueKeys.place(row.place());
        if (!mayMatch(place, filter)) {
          continue;
        }
        Optional<IssueView> issue =
            issue(place.issue(), row.partition())
                .filter(found -> matches(found, filter) && isAt(found, row))
                .filter(found -> met.add(place.issue()));
        if (issue.isPresent() && items.size() == limit) {
          return new Page<>(items, Cursors.ISSUES.write(last));
        }
        if (issue.isPresent()) {
          items.add(issue.get());
          last = row.place();
        }
      }
      return new Page<>(items, null);
    }
  }

  private MergedRange byUrgency(IssueFilter filter, byte[] after) {
    List<IssueState> states =
        filter.state() == null ? List.of(IssueState.values()) : List.of(filter.state());
    MergedRange merged = new MergedRange(MergedRange.Direction.ASCENDING);
    try {
      for (int partition : partitions(filter.project())) {
        ReadOnlyKeyValueStore<Bytes, byte[]> store =
            stores.store(StoreNames.ISSUES_BY_URGENCY, partition);
        for (IssueState state : states) {
          Bytes beginning = IssueKeys.urgency(state);
          Bytes from =
              after == null ? beginning : RowKeys.justAfter(RowKeys.append(beginning, after));
          merged.add(partition, beginning, store.range(from, RowKeys.afterAllOf(beginning)));
        }
      }
      return merged;
    } catch (RuntimeException e) {
      merged.close();
      throw e;
    }
  }

  /** Whether an issue may be asked for, as far as its place in the list tells. */
  private static boolean mayMatch(IssueKeys.Place place, IssueFilter filter) {
    return (filter.project() == null || filter.project().equals(place.project()))
        && (filter.severity() == null || filter.severity().equals(place.severity()));
  }

  /** Whether an issue is where it is listed: a crash may have kept a place that it has left. */
  private static boolean isAt(IssueView issue, MergedRange.Row row) {
    Bytes state = IssueKeys.urgency(issue.state());
    return IssueKeys.urgency(issue).equals(RowKeys.append(state, row.place()));
  }

  private static boolean matches(IssueView issue, IssueFilter filter) {
    return (filter.state() == null || filter.state() == issue.state())
        && (filter.project() == null || filter.project().equals(issue.projectId()))
        && (filter.severity() == null || filter.severity().equals(issue.severity()));
  }

  private Optional<IssueView> issue(Bytes key, int partition) {
    return Optional.ofNullable(stores.store(StoreNames.ISSUES, partition).get(key))
        .map(IssueRow::read)
        .map(IssueRow::view);
  }

  IssueLookup lookup(String name, String project) {
    List<IssueView> issues = new ArrayList<>();
    List<String> undiagnosed = new ArrayList<>();
    Bytes beginning = IssueKeys.named(name);
    for (int partition : partitions(project)) {
      try (KeyValueIterator<Bytes, byte[]> rows =
          stores
              .store(StoreNames.ISSUE_NAMES, partition)
              .range(beginning, RowKeys.afterAllOf(beginning))) {
        while (rows.hasNext()) {
          KeyValue<Bytes, byte[]> row = rows.next();
          String in = IssueKeys.projectNamed(name, row.key);
          if (project != null && !project.equals(in)) {
            continue;
          }
          Optional<IssueView> issue = named(name, in, row.value, partition);
          issue.ifPresent(issues::add);
          if (issue.isEmpty() && isNamedByEvents(name, in, partition)) {
            undiagnosed.add(in);
          }
        }
      }
    }
    return new IssueLookup(issues, undiagnosed);
  }

  /** The issue that a name stands for, unless a crash has kept a name that it has no longer. */
  private Optional<IssueView> named(String name, String project, byte[] id, int partition) {
    return id.length == 0
        ? Optional.empty()
        : issue(IssueKeys.issue(project, RowCodec.text(id)), partition)
            .filter(issue -> issue.names().contains(name));
  }

  Set<String> origins(IssueReference issue) {
    Set<String> origins = new HashSet<>();
    origins.add(issue.session());
    byte[] row =
        stores
            .store(StoreNames.ISSUES, partitionOf(issue.projectId()))
            .get(IssueKeys.issue(issue.projectId(), issue.issueId()));
    if (row != null) {
      for (String key : IssueRow.read(row).sources()) {
        IssueSource source = IssueSource.ofKey(key);
        origins.add(
            source.isOfEvents()
                ? new IssueReference(issue.projectId(), source.issueId()).session()
                : source.chain());
      }
    }
    return origins;
  }

  private boolean isNamedByEvents(String name, String project, int partition) {
    Bytes beginning = IssueKeys.events(project, name);
    try (KeyValueIterator<Bytes, byte[]> events =
        stores
            .store(StoreNames.ISSUE_EVENTS, partition)
            .range(beginning, RowKeys.afterAllOf(beginning))) {
      return events.hasNext();
    }
  }

  /** Those that have issues of a project, or of any. */
  private List<Integer> partitions(String project) {
    return project == null
        ? IntStream.range(0, stores.ledgerPartitions()).boxed().toList()
        : List.of(partitionOf(project));
  }

  /** Parts of issues are keyed by their project, and partitioned as every key is. */
  private int partitionOf(String project) {
    return SessionPartitioner.partition(project, stores.ledgerPartitions());
  }

  boolean await(IssueReference issue, String eventId, Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!isFolded(issue, eventId)) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    return true;
  }

  private boolean isFolded(IssueReference issue, String eventId) {
    try {
      return stores
              .store(StoreNames.ISSUE_EVENTS, partitionOf(issue.projectId()))
              .get(IssueKeys.event(issue.projectId(), issue.issueId(), eventId))
          != null;
    } catch (NotAvailableException | InvalidStateStoreException e) {
      LOG.debug("cannot tell now whether an event is folded", e);
      return false;
    }
  }
}
