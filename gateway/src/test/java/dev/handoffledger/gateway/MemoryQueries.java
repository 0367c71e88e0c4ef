package dev.handoffledger.gateway;

import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RejectionFilter;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.projections.SessionFilter;
import dev.handoffledger.projections.SessionSummary;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** What a ledger knows, held in lists. */
final class MemoryQueries implements LedgerQueries {
  final List<SessionSummary> sessions = new CopyOnWriteArrayList<>();
  final List<FactView> facts = new CopyOnWriteArrayList<>();
  final List<HandoffView> handoffs = new CopyOnWriteArrayList<>();
  final Map<String, byte[]> artifacts = new ConcurrentHashMap<>();
  final List<RoleSummary> roles = new CopyOnWriteArrayList<>();
  final List<RejectionView> rejections = new CopyOnWriteArrayList<>();
  volatile LedgerPosition position = LedgerPosition.START;
  volatile boolean available = true;

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
