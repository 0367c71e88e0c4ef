package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.ChainState;
import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueLookup;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RejectedArtifact;
import dev.handoffledger.projections.RejectionFilter;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.projections.SessionFilter;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.projections.chain.ChainFold;
import dev.handoffledger.projections.chain.Gate;
import dev.handoffledger.projections.fold.HandoffList;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.projections.issue.ProjectIds;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.IssueReference;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Answers from the stores, wherever they are. */
final class StoreQueries implements LedgerQueries {
  private static final int MOST_OPEN_LOOKED_AT = 5_000;
  private static final int MOST_ROOTS_LOOKED_AT = 500;

  /** So many handoffs are read for one page of chains, but always those of its first. */
  private static final int MOST_READ_FOR_PAGE = 20_000;

  private static final int LONGEST_CHAIN = HandoffGraph.LONGEST_WAY;
  private static final int MOST_CHAINS_JUDGED = 100;
  private static final int FACTS_AT_ONCE = 1000;

  private final StoreAccess stores;
  private final ReadProgress progress;
  private final RejectedArtifacts rejected;
  private final HandoffViews views;
  private final HandoffGraph graph;
  private final IssueQueries issues;

  StoreQueries(
      StoreAccess stores,
      ReadProgress progress,
      LedgerArtifacts artifacts,
      RejectedArtifacts rejected) {
    this.stores = stores;
    this.progress = progress;
    this.rejected = rejected;
    this.views = new HandoffViews(artifacts);
    this.graph = new HandoffGraph(stores, views);
    this.issues = new IssueQueries(stores);
  }

  @Override
  public LedgerPosition position() {
    return progress.position();
  }

  @Override
  public boolean waitFor(LedgerPosition position, Duration atMost) throws InterruptedException {
    return progress.await(position, atMost);
  }

  @Override
  public boolean waitFor(String session, long seq, Duration atMost) throws InterruptedException {
    return progress.await(session, seq, () -> isRead(session, seq), atMost);
  }

  private boolean isRead(String session, long seq) {
    try {
      return answer(() -> rowsOf(session).session(session))
          .filter(row -> row.facts() >= seq)
          .isPresent();
    } catch (NotAvailableException e) {
      return false;
    }
  }

  // Sessions.

  @Override
  public Page<SessionSummary> sessions(SessionFilter filter, String cursor, int limit) {
    byte[] after = start(Cursors.SESSIONS, cursor, limit);
    return answer(
        () -> {
          try (MergedRange listed = sessionsByTime(filter, after)) {
            // A session that moves while it is listed may be met in two states.
            Set<String> met = new HashSet<>();
            return page(
                listed,
                Cursors.SESSIONS,
                limit,
                row -> listed(row, filter).filter(session -> met.add(session.session())));
          }
        });
  }

  private MergedRange sessionsByTime(SessionFilter filter, byte[] after) {
    MergedRange merged = new MergedRange(MergedRange.Direction.DESCENDING);
    try {
      for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
        ReadOnlyKeyValueStore<Bytes, byte[]> store =
            stores.store(StoreNames.SESSIONS_BY_TIME, partition);
        for (String format : formats(store, filter)) {
          for (SessionState state : states(filter)) {
            Bytes beginning = RowKeys.sessionsOf(format, state);
            merged.add(partition, beginning, sessionsByTime(store, beginning, filter, after));
          }
        }
      }
      return merged;
    } catch (RuntimeException e) {
      merged.close();
      throw e;
    }
  }

  private static KeyValueIterator<Bytes, byte[]> sessionsByTime(
      ReadOnlyKeyValueStore<Bytes, byte[]> store,
      Bytes beginning,
      SessionFilter filter,
      byte[] after) {
    Bytes from =
        filter.since() == null
            ? beginning
            : RowKeys.append(beginning, RowKeys.time(filter.since()));
    Bytes to = RowKeys.afterAllOf(beginning);
    if (filter.until() != null) {
      to = RowKeys.append(beginning, RowKeys.time(filter.until()));
    }
    if (after != null) {
      to = least(to, RowKeys.append(beginning, after));
    }
    return descending(store, from, to);
  }

  private static Bytes least(Bytes one, Bytes other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** The formats of the listed sessions, found by leaping from one to the next. */
  private static List<String> formats(
      ReadOnlyKeyValueStore<Bytes, byte[]> store, SessionFilter filter) {
    if (filter.format() != null) {
      return List.of(filter.format());
    }
    List<String> formats = new ArrayList<>();
    Bytes from = null;
    while (true) {
      try (KeyValueIterator<Bytes, byte[]> rows = store.range(from, null)) {
        if (!rows.hasNext()) {
          return formats;
        }
        String format = RowKeys.formatOfSessionByTime(rows.next().key);
        formats.add(format);
        from = RowKeys.afterAllOf(RowKeys.sessionsOf(format));
      }
    }
  }

  private static List<SessionState> states(SessionFilter filter) {
    return filter.state() == null ? List.of(SessionState.values()) : List.of(filter.state());
  }

  private Optional<SessionSummary> listed(MergedRange.Row row, SessionFilter filter) {
    StoreRows rows = rows(row.partition());
    Instant listedAt = RowKeys.timeOfPlaceAmongSessions(row.place());
    return rows.session(RowKeys.sessionOfPlaceAmongSessions(row.place()))
        // The list may hold places where the session no longer is.
        .filter(session -> session.lastRecordedAt().equals(listedAt))
        .map(session -> summary(session, rows))
        .filter(session -> filter.state() == null || filter.state() == session.state());
  }

  @Override
  public Optional<SessionSummary> session(String session) {
    return answer(
        () -> {
          StoreRows rows = rowsOf(session);
          return rows.session(session).map(row -> summary(row, rows));
        });
  }

  private static SessionSummary summary(SessionRow row, StoreRows rows) {
    long open = rows.countOpen(row.session(), Long.MAX_VALUE);
    return new SessionSummary(
        row.session(),
        row.format(),
        open > 0 ? SessionState.OPEN : SessionState.CLOSED,
        row.facts(),
        row.handoffs(),
        open,
        row.firstRecordedAt(),
        row.lastRecordedAt(),
        row.start() == null ? null : row.start().id(),
        row.chain());
  }

  @Override
  public Optional<HandoffView> newest(String session) {
    return answer(
        () -> {
          StoreRows rows = rowsOf(session);
          return rows.session(session)
              .map(SessionRow::start)
              .flatMap(start -> rows.handoff(start.id()))
              .flatMap(row -> views.view(row, rows));
        });
  }

  @Override
  public Page<FactView> facts(String session, String cursor, int limit) {
    byte[] after = start(Cursors.FACTS, cursor, limit);
    return answer(
        () -> {
          int partition = partitionOf(session);
          Bytes beginning = RowKeys.ofSession(session);
          Bytes to =
              after == null ? RowKeys.afterAllOf(beginning) : RowKeys.append(beginning, after);
          try (MergedRange facts = new MergedRange(MergedRange.Direction.DESCENDING)) {
            facts.add(
                partition,
                beginning,
                descending(stores.store(StoreNames.FACTS, partition), beginning, to));
            return page(
                facts, Cursors.FACTS, limit, row -> Optional.of(RowCodec.fact(row.value())));
          }
        });
  }

  // Handoffs.

  @Override
  public Optional<HandoffView> handoff(String id) {
    return answer(() -> graph.find(id).flatMap(this::view));
  }

  @Override
  public Optional<byte[]> artifact(String id) {
    return answer(() -> graph.find(id).flatMap(found -> views.artifact(found.row(), found.rows())));
  }

  private Optional<HandoffView> view(HandoffGraph.Node found) {
    return views.view(found.row(), found.rows());
  }

  // Roles.

  @Override
  public List<RoleSummary> roles() {
    return answer(
        () -> {
          Map<String, RoleSummary> roles = new TreeMap<>();
          for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
            for (RoleSummary role : roles(partition)) {
              roles.merge(role.role(), role, StoreQueries::together);
            }
          }
          return List.copyOf(roles.values());
        });
  }

  private List<RoleSummary> roles(int partition) {
    List<RoleSummary> roles = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows = stores.store(StoreNames.ROLES, partition).all()) {
      rows.forEachRemaining(
          row -> {
            ListRow waiting = ListRow.decode(row.value);
            Instant oldest =
                waiting.oldest() == null
                    ? null
                    : RowKeys.timeOfPlaceAmongOpen(waiting.oldest().get());
            roles.add(new RoleSummary(RowCodec.text(row.key.get()), waiting.open(), oldest));
          });
    }
    return roles;
  }

  private static RoleSummary together(RoleSummary one, RoleSummary other) {
    return new RoleSummary(
        one.role(),
        one.open() + other.open(),
        earlier(one.oldestRecordedAt(), other.oldestRecordedAt()));
  }

  private static Instant earlier(Instant one, Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isBefore(other) ? one : other;
  }

  @Override
  public Page<HandoffView> open(String role, String cursor, int limit) {
    byte[] after = start(Cursors.OPEN, cursor, limit);
    return answer(
        () -> {
          try (MergedRange open = open(role, after)) {
            return page(open, Cursors.OPEN, limit, this::stillOpen);
          }
        });
  }

  private MergedRange open(String role, byte[] after) {
    MergedRange open = new MergedRange(MergedRange.Direction.ASCENDING);
    try {
      for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
        open.add(
            partition,
            RowKeys.openOf(role),
            ascending(
                StoreNames.OPEN_BY_ROLE,
                role,
                rows(partition).role(role).oldest(),
                after,
                partition));
      }
      return open;
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  /** A list of one partition from its oldest on, or from after a place. */
  private KeyValueIterator<Bytes, byte[]> ascending(
      String store, String list, Bytes oldest, byte[] after, int partition) {
    if (oldest == null) {
      return new NoRows();
    }
    Bytes beginning = RowKeys.openOf(list);
    Bytes from = RowKeys.append(beginning, oldest.get());
    if (after != null) {
      Bytes next = RowKeys.justAfter(RowKeys.append(beginning, after));
      from = next.compareTo(from) > 0 ? next : from;
    }
    return stores.store(store, partition).range(from, RowKeys.afterAllOf(beginning));
  }

  private Optional<HandoffView> stillOpen(MergedRange.Row row) {
    return view(RowCodec.open(row.value()).id(), row.partition()).filter(HandoffView::open);
  }

  @Override
  public List<HandoffView> claimable(ClaimFilter filter, int limit) {
    return answer(
        () ->
            filter.sessions().isEmpty()
                ? claimableOfRole(filter, limit)
                : claimableOfSessions(filter, limit));
  }

  private List<HandoffView> claimableOfRole(ClaimFilter filter, int limit) {
    try (MergedRange open = open(filter.role(), null)) {
      List<HandoffView> claimable = new ArrayList<>();
      int looked = 0;
      while (claimable.size() < limit && looked < MOST_OPEN_LOOKED_AT && open.hasNext()) {
        MergedRange.Row row = open.next();
        OpenEntry entry = RowCodec.open(row.value());
        if (!entry.held()) {
          looked++;
          StoreRows rows = rows(row.partition());
          rows.handoff(entry.id())
              .flatMap(handoff -> claimable(handoff, rows, filter))
              .ifPresent(claimable::add);
        }
      }
      return claimable;
    }
  }

  /** What is open in a few sessions may be far behind the oldest of the role. */
  private List<HandoffView> claimableOfSessions(ClaimFilter filter, int limit) {
    return filter.sessions().stream()
        .flatMap(
            session -> {
              StoreRows rows = rowsOf(session);
              return rows.openIn(session, MOST_OPEN_LOOKED_AT).stream()
                  .flatMap(id -> rows.handoff(id).stream())
                  .filter(handoff -> handoff.rolesNow().contains(filter.role()))
                  .flatMap(handoff -> claimable(handoff, rows, filter).stream())
                  .limit(limit);
            })
        .sorted(
            Comparator.comparing(HandoffView::recordedAt)
                .thenComparing(HandoffView::session)
                .thenComparing(HandoffView::seq))
        .limit(limit)
        .toList();
  }

  /** Whether a handoff may be claimed; what its row can rule out is not read any further. */
  private Optional<HandoffView> claimable(HandoffRow row, StoreRows rows, ClaimFilter filter) {
    boolean wanted =
        row.leasing().held() == null
            && (filter.kinds().isEmpty() || filter.kinds().contains(row.kind()));
    return Optional.of(row)
        .filter(handoff -> wanted)
        .flatMap(handoff -> views.view(handoff, rows))
        .filter(HandoffView::open)
        .filter(handoff -> filter.capabilities().containsAll(handoff.requiredCapabilities()));
  }

  // Links.

  @Override
  public Page<HandoffView> orphans(String cursor, int limit) {
    byte[] after = start(Cursors.ORPHANS, cursor, limit);
    return answer(
        () -> {
          try (MergedRange orphans = list(HandoffList.ORPHANS, after)) {
            return page(
                orphans,
                Cursors.ORPHANS,
                limit,
                row -> listed(row).filter(view -> view.link().status() == Link.Status.PENDING));
          }
        });
  }

  @Override
  public Page<HandoffView> quarantined(String cursor, int limit) {
    byte[] after = start(Cursors.QUARANTINED, cursor, limit);
    return answer(
        () -> {
          try (MergedRange quarantined = list(HandoffList.QUARANTINED, after)) {
            return page(
                quarantined,
                Cursors.QUARANTINED,
                limit,
                row -> listed(row).filter(view -> view.link().status() == Link.Status.MISMATCH));
          }
        });
  }

  /** A list of all partitions from its oldest on, or from after a place. */
  private MergedRange list(HandoffList list, byte[] after) {
    MergedRange listed = new MergedRange(MergedRange.Direction.ASCENDING);
    try {
      for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
        listed.add(
            partition,
            RowKeys.openOf(list.name()),
            ascending(
                StoreNames.LISTS,
                list.name(),
                rows(partition).list(list).oldest(),
                after,
                partition));
      }
      return listed;
    } catch (RuntimeException e) {
      listed.close();
      throw e;
    }
  }

  // Leases.

  @Override
  public List<HandoffView> held(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("a limit is between 1 and " + MAX_LIMIT);
    }
    return answer(
        () ->
            heldRows().stream()
                .sorted(Comparator.comparing(held -> held.row().leasing().held().until()))
                .limit(limit)
                .flatMap(held -> view(held).stream())
                .filter(view -> view.lease() != null)
                .toList());
  }

  private List<HandoffGraph.Node> heldRows() {
    List<HandoffGraph.Node> held = new ArrayList<>();
    try (MergedRange listed = list(HandoffList.HELD, null)) {
      while (listed.hasNext()) {
        MergedRange.Row row = listed.next();
        StoreRows rows = rows(row.partition());
        rows.handoff(RowCodec.text(row.value()))
            .filter(handoff -> handoff.leasing().held() != null)
            .map(handoff -> new HandoffGraph.Node(handoff, rows))
            .ifPresent(held::add);
      }
    }
    return held;
  }

  private Optional<HandoffView> listed(MergedRange.Row row) {
    return view(RowCodec.text(row.value()), row.partition());
  }

  private Optional<HandoffView> view(String id, int partition) {
    StoreRows rows = rows(partition);
    return rows.handoff(id).flatMap(handoff -> views.view(handoff, rows));
  }

  @Override
  public Optional<Lineage> lineage(String id, Lineage.Direction direction, int depth, int limit) {
    if (depth < 1 || limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "a depth is at least 1, and a limit between 1 and " + MAX_LIMIT);
    }
    return answer(() -> graph.find(id).map(found -> graph.lineage(found, direction, depth, limit)));
  }

  @Override
  public Optional<String> root(String id) {
    return answer(() -> graph.find(id).map(graph::root).map(root -> root.node().row().id()));
  }

  @Override
  public Optional<ChainView> chain(String id) {
    return answer(() -> graph.find(id).map(this::chain));
  }

  private ChainView chain(HandoffGraph.Node member) {
    return chain(graph.root(member));
  }

  private ChainView chain(HandoffGraph.Root root) {
    return ChainFold.of(
        graph.lineage(root.node(), Lineage.Direction.DOWN, Integer.MAX_VALUE, LONGEST_CHAIN),
        root.circular());
  }

  @Override
  public Page<ChainView> chains(ChainState state, String cursor, int limit) {
    byte[] before = start(Cursors.CHAINS, cursor, limit);
    return answer(
        () -> {
          Bytes beginning = RowKeys.openOf(HandoffList.ROOTS.name());
          Bytes to =
              before == null ? RowKeys.afterAllOf(beginning) : RowKeys.append(beginning, before);
          try (MergedRange roots = new MergedRange(MergedRange.Direction.DESCENDING)) {
            for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
              roots.add(
                  partition,
                  beginning,
                  descending(stores.store(StoreNames.LISTS, partition), beginning, to));
            }
            return chains(roots, state, limit);
          }
        });
  }

  private Page<ChainView> chains(MergedRange roots, ChainState state, int limit) {
    List<ChainView> chains = new ArrayList<>();
    byte[] last = null;
    int read = 0;
    for (int looked = 0; roots.hasNext(); looked++) {
      if (chains.size() == limit || looked == MOST_ROOTS_LOOKED_AT || read >= MOST_READ_FOR_PAGE) {
        return new Page<>(chains, Cursors.CHAINS.write(last));
      }
      MergedRange.Row row = roots.next();
      last = row.place();
      StoreRows rows = rows(row.partition());
      Optional<ChainView> chain =
          rows.handoff(RowCodec.text(row.value()))
              .map(handoff -> new HandoffGraph.Node(handoff, rows))
              .flatMap(this::asRoot)
              .map(this::chain);
      read += chain.map(found -> found.lineage().nodes().size()).orElse(0);
      chain.filter(found -> state == null || found.state() == state).ifPresent(chains::add);
    }
    return new Page<>(chains, null);
  }

  /** A handoff of the list as the root of a chain, unless it is none. */
  private Optional<HandoffGraph.Root> asRoot(HandoffGraph.Node node) {
    if (node.row().link().status() == Link.Status.LINKED) {
      return Optional.of(graph.root(node))
          .filter(HandoffGraph.Root::circular)
          .filter(root -> root.node().row().id().equals(node.row().id()));
    }
    return Optional.of(new HandoffGraph.Root(node, false))
        .filter(root -> graph.link(node).status() != Link.Status.LINKED);
  }

  @Override
  public Optional<GateVerdict> gate(String target) {
    return answer(
        () -> {
          if (!target.contains("/")) {
            return graph.find(target).map(found -> Gate.judge(List.of(chain(found)), true));
          }
          return rowsOf(target)
              .session(target)
              .filter(session -> session.handoffs() > 0)
              .map(this::gate);
        });
  }

  /** Judges the chains that a session has a part in, each once. */
  private GateVerdict gate(SessionRow session) {
    StoreRows rows = rowsOf(session.session());
    List<ChainView> chains = new ArrayList<>();
    Set<String> judged = new HashSet<>();
    for (long to = session.facts(); to > 0; to -= FACTS_AT_ONCE) {
      for (Fact fact : rows.facts(session.session(), Math.max(1, to - FACTS_AT_ONCE + 1), to)) {
        if (!(fact.body() instanceof Fact.Recorded) || judged.contains(fact.handoffId())) {
          continue;
        }
        // One that could not be read whole would be begun again for each of its handoffs.
        if (chains.size() == MOST_CHAINS_JUDGED || chains.stream().anyMatch(StoreQueries::isCut)) {
          return Gate.judge(chains, false);
        }
        Optional<ChainView> chain =
            rows.handoff(fact.handoffId()).map(row -> chain(new HandoffGraph.Node(row, rows)));
        chain.ifPresent(chains::add);
        chain.ifPresent(
            found -> found.lineage().nodes().forEach(handoff -> judged.add(handoff.id())));
      }
    }
    return Gate.judge(chains, true);
  }

  private static boolean isCut(ChainView chain) {
    return chain.lineage().cut() != null;
  }

  // Rejections.

  @Override
  public Page<RejectionView> rejections(RejectionFilter filter, String cursor, int limit) {
    byte[] after = start(Cursors.REJECTIONS, cursor, limit);
    return answer(
        () -> {
          Bytes from = filter.since() == null ? null : Bytes.wrap(RowKeys.time(filter.since()));
          Bytes to = after == null ? null : Bytes.wrap(after);
          try (MergedRange rejections = new MergedRange(MergedRange.Direction.DESCENDING)) {
            for (int partition = 0; partition < stores.rejectedPartitions(); partition++) {
              rejections.add(
                  partition,
                  Bytes.wrap(new byte[0]),
                  descending(stores.store(StoreNames.REJECTIONS, partition), from, to));
            }
            return page(
                rejections,
                Cursors.REJECTIONS,
                limit,
                row -> Optional.of(RowCodec.rejection(row.value())).filter(matching(filter)));
          }
        });
  }

  @Override
  public Optional<RejectedArtifact> rejectedArtifact(int partition, long offset) {
    if (partition < 0 || partition >= stores.rejectedPartitions() || offset < 0) {
      return Optional.empty();
    }
    return rejected.rejected(partition, offset);
  }

  private static Predicate<RejectionView> matching(RejectionFilter filter) {
    return rejection ->
        (filter.kind() == null || filter.kind().equals(rejection.kind()))
            && (filter.reason() == null
                || rejection.problems().stream()
                    .anyMatch(problem -> problem.reason() == filter.reason()));
  }

  // Issues.

  @Override
  public Page<IssueView> issues(IssueFilter filter, String cursor, int limit) {
    byte[] after = start(Cursors.ISSUES, cursor, limit);
    return answer(() -> issues.list(filter, after, limit));
  }

  @Override
  public IssueLookup issue(String name, String project) {
    return answer(() -> issues.lookup(name, project == null ? null : ProjectIds.of(project)));
  }

  @Override
  public Set<String> origins(IssueReference issue) {
    return answer(() -> issues.origins(issue));
  }

  @Override
  public boolean waitForIssue(String session, String eventId, Duration atMost)
      throws InterruptedException {
    Optional<IssueReference> issue = IssueReference.ofSession(session);
    return issue.isPresent() && issues.await(issue.get(), eventId, atMost);
  }

  // What every question does.

  private static byte[] start(Cursors listing, String cursor, int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("a limit is between 1 and " + MAX_LIMIT);
    }
    return cursor == null ? null : listing.read(cursor);
  }

  private static <T> T answer(Supplier<T> question) {
    try {
      return question.get();
    } catch (InvalidStateStoreException e) {
      throw new NotAvailableException("the stores of the projections are being moved", e);
    }
  }

  private static <T> Page<T> page(
      MergedRange rows, Cursors listing, int limit, Function<MergedRange.Row, Optional<T>> item) {
    List<T> items = new ArrayList<>();
    byte[] last = null;
    while (rows.hasNext()) {
      MergedRange.Row row = rows.next();
      Optional<T> next = item.apply(row);
      if (next.isPresent() && items.size() == limit) {
        return new Page<>(items, listing.write(last));
      }
      if (next.isPresent()) {
        items.add(next.get());
        last = row.place();
      }
    }
    return new Page<>(items, null);
  }

  /** A range read from its end, which, unlike its beginning, is not part of it. */
  private static KeyValueIterator<Bytes, byte[]> descending(
      ReadOnlyKeyValueStore<Bytes, byte[]> store, Bytes from, Bytes to) {
    if (from != null && to != null && from.compareTo(to) >= 0) {
      return new NoRows();
    }
    KeyValueIterator<Bytes, byte[]> rows = store.reverseRange(from, to);
    if (to != null && rows.hasNext() && rows.peekNextKey().equals(to)) {
      rows.next();
    }
    return rows;
  }

  private int partitionOf(String session) {
    return SessionPartitioner.partition(session, stores.ledgerPartitions());
  }

  private StoreRows rowsOf(String session) {
    return rows(partitionOf(session));
  }

  private StoreRows rows(int partition) {
    return new StoreRows(name -> stores.store(name, partition));
  }
}
