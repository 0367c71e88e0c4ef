package dev.handoffledger.gateway;

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
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.IssueReference;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/** What a ledger knows, held in lists. */
final class MemoryQueries implements LedgerQueries {
  final List<SessionSummary> sessions = new CopyOnWriteArrayList<>();
  final List<FactView> facts = new CopyOnWriteArrayList<>();
  final List<HandoffView> handoffs = new CopyOnWriteArrayList<>();
  final Map<String, byte[]> artifacts = new ConcurrentHashMap<>();
  final List<RoleSummary> roles = new CopyOnWriteArrayList<>();
  final List<RejectionView> rejections = new CopyOnWriteArrayList<>();
  final Map<String, byte[]> rejectedBytes = new ConcurrentHashMap<>();
  final List<ChainView> chains = new CopyOnWriteArrayList<>();
  final List<IssueView> issues = new CopyOnWriteArrayList<>();
  final List<IssueReference> undiagnosed = new CopyOnWriteArrayList<>();
  final Map<String, GateVerdict> verdicts = new ConcurrentHashMap<>();
  volatile LedgerPosition position = LedgerPosition.START;
  volatile boolean available = true;

  /** Free for each time that somebody has looked for something to claim. */
  final Semaphore claimableAsked = new Semaphore(0);

  @Override
  public LedgerPosition position() {
    return position;
  }

  @Override
  public boolean waitFor(LedgerPosition asked, Duration atMost) {
    return position.reaches(asked);
  }

  @Override
  public boolean waitFor(String session, long seq, Duration atMost) {
    return facts.stream()
        .anyMatch(view -> view.fact().session().equals(session) && view.fact().seq() >= seq);
  }

  @Override
  public Page<SessionSummary> sessions(SessionFilter filter, String cursor, int limit) {
    Predicate<SessionSummary> asked =
        session ->
            (filter.format() == null || filter.format().equals(session.format()))
                && (filter.state() == null || filter.state() == session.state())
                && (filter.since() == null || !session.lastRecordedAt().isBefore(filter.since()))
                && (filter.until() == null || session.lastRecordedAt().isBefore(filter.until()));
    return page(
        sessions.stream()
            .filter(asked)
            .sorted(Comparator.comparing(SessionSummary::lastRecordedAt).reversed())
            .toList(),
        cursor,
        limit);
  }

  @Override
  public Optional<SessionSummary> session(String session) {
    return answered(sessions).stream().filter(each -> each.session().equals(session)).findFirst();
  }

  @Override
  public Optional<HandoffView> newest(String session) {
    return session(session).flatMap(summary -> handoff(summary.newest()));
  }

  @Override
  public Page<FactView> facts(String session, String cursor, int limit) {
    return page(
        facts.stream()
            .filter(view -> view.fact().session().equals(session))
            .sorted(Comparator.comparing((FactView view) -> view.fact().seq()).reversed())
            .toList(),
        cursor,
        limit);
  }

  @Override
  public Optional<HandoffView> handoff(String id) {
    return answered(handoffs).stream().filter(each -> each.id().equals(id)).findFirst();
  }

  @Override
  public Optional<byte[]> artifact(String id) {
    answered(handoffs);
    return Optional.ofNullable(artifacts.get(id));
  }

  @Override
  public List<RoleSummary> roles() {
    return List.copyOf(answered(roles));
  }

  @Override
  public Page<HandoffView> open(String role, String cursor, int limit) {
    return page(
        handoffs.stream()
            .filter(handoff -> handoff.open() && handoff.roles().contains(role))
            .toList(),
        cursor,
        limit);
  }

  @Override
  public List<HandoffView> claimable(ClaimFilter filter, int limit) {
    claimableAsked.release();
    return answered(handoffs).stream()
        .filter(handoff -> handoff.open() && handoff.lease() == null)
        .filter(handoff -> handoff.roles().contains(filter.role()))
        .filter(handoff -> filter.capabilities().containsAll(handoff.requiredCapabilities()))
        .filter(handoff -> filter.kinds().isEmpty() || filter.kinds().contains(handoff.kind()))
        .filter(
            handoff -> filter.sessions().isEmpty() || filter.sessions().contains(handoff.session()))
        .limit(limit)
        .toList();
  }

  @Override
  public Page<HandoffView> orphans(String cursor, int limit) {
    return page(
        handoffs.stream()
            .filter(handoff -> handoff.link().status() == Link.Status.PENDING)
            .toList(),
        cursor,
        limit);
  }

  @Override
  public Page<HandoffView> quarantined(String cursor, int limit) {
    return page(
        handoffs.stream()
            .filter(handoff -> handoff.link().status() == Link.Status.MISMATCH)
            .toList(),
        cursor,
        limit);
  }

  @Override
  public List<HandoffView> held(int limit) {
    return answered(handoffs).stream()
        .filter(handoff -> handoff.lease() != null)
        .sorted(Comparator.comparing(handoff -> handoff.lease().until()))
        .limit(limit)
        .toList();
  }

  /** The lineage of the chain, as far as it is asked for at all. */
  @Override
  public Optional<Lineage> lineage(String id, Lineage.Direction direction, int depth, int limit) {
    return chain(id)
        .map(ChainView::lineage)
        .map(
            all ->
                new Lineage(
                    id,
                    all.nodes().stream().limit(limit).toList(),
                    all.edges(),
                    all.nodes().size() > limit
                        ? Lineage.Cut.LIMIT
                        : depth == 1 ? Lineage.Cut.DEPTH : all.cut()));
  }

  @Override
  public Optional<String> root(String id) {
    return chain(id).map(ChainView::root);
  }

  @Override
  public Optional<ChainView> chain(String id) {
    return answered(chains).stream()
        .filter(chain -> chain.lineage().nodes().stream().anyMatch(node -> node.id().equals(id)))
        .findFirst();
  }

  @Override
  public Page<ChainView> chains(ChainState state, String cursor, int limit) {
    return page(
        chains.stream().filter(chain -> state == null || chain.state() == state).toList(),
        cursor,
        limit);
  }

  @Override
  public Optional<GateVerdict> gate(String target) {
    answered(chains);
    return Optional.ofNullable(verdicts.get(target));
  }

  @Override
  public Page<RejectionView> rejections(RejectionFilter filter, String cursor, int limit) {
    Predicate<RejectionView> asked =
        rejection ->
            (filter.kind() == null || filter.kind().equals(rejection.kind()))
                && (filter.since() == null || !rejection.at().isBefore(filter.since()))
                && (filter.reason() == null
                    || rejection.problems().stream()
                        .anyMatch(problem -> problem.reason() == filter.reason()));
    return page(rejections.stream().filter(asked).toList(), cursor, limit);
  }

  @Override
  public Optional<RejectedArtifact> rejectedArtifact(int partition, long offset) {
    return answered(rejections).stream()
        .filter(each -> each.partition() == partition && each.offset() == offset)
        .map(each -> new RejectedArtifact(each, rejectedBytes.get(partition + ":" + offset)))
        .findFirst();
  }

  @Override
  public Page<IssueView> issues(IssueFilter filter, String cursor, int limit) {
    Predicate<IssueView> asked =
        issue ->
            (filter.project() == null || filter.project().equals(issue.projectId()))
                && (filter.state() == null || filter.state() == issue.state())
                && (filter.severity() == null || filter.severity().equals(issue.severity()));
    return page(issues.stream().filter(asked).toList(), cursor, limit);
  }

  @Override
  public IssueLookup issue(String name, String project) {
    return new IssueLookup(
        answered(issues).stream()
            .filter(issue -> project == null || project.equals(issue.projectId()))
            .filter(
                issue ->
                    issue.id().equals(name)
                        || issue.fingerprint().equals(name)
                        || issue.aliases().contains(name))
            .toList(),
        undiagnosed.stream()
            .filter(issue -> issue.issueId().equals(name))
            .map(IssueReference::projectId)
            .filter(in -> project == null || project.equals(in))
            .toList());
  }

  @Override
  public Set<String> origins(IssueReference issue) {
    return Set.of(issue.session());
  }

  @Override
  public boolean waitForIssue(String session, String eventId, Duration atMost) {
    return facts.stream().anyMatch(view -> view.fact().session().equals(session));
  }

  private <T> Page<T> page(List<T> all, String cursor, int limit) {
    int from = cursor == null ? 0 : Integer.parseInt(cursor);
    int to = Math.min(all.size(), from + limit);
    return new Page<>(
        answered(all).subList(from, to), to < all.size() ? Integer.toString(to) : null);
  }

  private <T> List<T> answered(List<T> list) {
    if (!available) {
      throw new NotAvailableException("the store is being restored", null);
    }
    return list;
  }
}
