package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueLookup;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.issue.IssueState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Questions about issues. Their partitions are as many as the ledger's. */
final class IssueQueries {
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
        Bytes key = IssueKeys.issueOfPlace(row.place());
        Optional<IssueView> issue =
            issue(key, row.partition())
                .filter(found -> matches(found, filter))
                .filter(found -> met.add(key));
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
      for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
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
    for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
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
          if (row.value.length == 0) {
            undiagnosed.add(in);
          } else {
            issue(IssueKeys.issue(in, RowCodec.text(row.value)), partition).ifPresent(issues::add);
          }
        }
      }
    }
    return new IssueLookup(issues, undiagnosed);
  }

  boolean await(String project, String issueId, String handoffId, Duration atMost)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    Bytes key = IssueKeys.event(project, issueId, handoffId);
    while (!isFolded(key)) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    return true;
  }

  private boolean isFolded(Bytes key) {
    try {
      return stores
          .find(StoreNames.ISSUE_EVENTS, key)
          .filter(found -> IssueStores.isFolded(found.value()))
          .isPresent();
    } catch (NotAvailableException e) {
      return false;
    }
  }
}
