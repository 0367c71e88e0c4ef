package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.chain.ChainChange;
import dev.handoffledger.projections.chain.ChainMember;
import dev.handoffledger.projections.chain.RejectedChain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Follows chains to their roots and tells each root's project what its chain says against the work.
 *
 * <p>The key of a change is the session; in a format whose chains run across sessions it is the
 * format, so that all its chains are in one partition, a few hundred bytes a handoff.
 *
 * <p>Most chains never reject anything, and of these nothing is told. Once something does, all on
 * the way to the root is marked, and stays so. After each change all of a marked chain is told
 * again, whether or not it was told before: delivery is at least once, and a store may be ahead of
 * what reached the next partition before a crash.
 */
final class ChainNode implements Processor<String, ChainChange, String, IssuePart> {
  /** An issue tells of so many handoffs of a chain, so that one change never takes for ever. */
  static final int MOST_MEMBERS = 2_000;

  private static final byte[] NOTHING = {};

  private ProcessorContext<String, IssuePart> context;
  private KeyValueStore<Bytes, byte[]> members;
  private KeyValueStore<Bytes, byte[]> below;
  private KeyValueStore<Bytes, byte[]> former;

  @Override
  public void init(ProcessorContext<String, IssuePart> newContext) {
    context = newContext;
    members = context.getStateStore(StoreNames.CHAIN_MEMBERS);
    below = context.getStateStore(StoreNames.CHAIN_BELOW);
    former = context.getStateStore(StoreNames.CHAIN_FORMER);
  }

  @Override
  public void process(Record<String, ChainChange> record) {
    ChainChange change = record.value();
    ChainMember before = member(change.id()).orElse(null);
    ChainMember after = change.apply(before);
    if (after == null) {
      return;
    }
    members.put(ChainKeys.member(after.id()), IssueJson.member(after));
    if (record.key().equals(after.session())) {
      inSession(after, record.timestamp());
    } else {
      acrossSessions(before, after, change, record.timestamp());
    }
  }

  // Chains of one session.

  private void inSession(ChainMember member, long timestamp) {
    String session = member.session();
    Bytes key = ChainKeys.below(session, member.id());
    if (member.matters()) {
      below.put(key, NOTHING);
    } else {
      below.delete(key);
    }
    ChainMember root = earliest(member);
    if (rejects(member)) {
      members.put(ChainKeys.rejected(session), NOTHING);
    }
    if (isMarked(session)) {
      tell(session, root, inSession(session), timestamp);
      leaveFormerProjects(session, RejectedChain.projectOf(root), timestamp);
    }
  }

  private ChainMember earliest(ChainMember member) {
    Bytes key = ChainKeys.earliest(member.session());
    byte[] known = members.get(key);
    if (known != null) {
      ChainMember earliest = IssueJson.member(known);
      if (!ChainKeys.isEarlier(member.time(), member.id(), earliest.time(), earliest.id())) {
        return earliest;
      }
    }
    members.put(key, IssueJson.member(member));
    return member;
  }

  private List<ChainMember> inSession(String session) {
    return below(session).stream().flatMap(id -> member(id).stream()).toList();
  }

  private void leaveFormerProjects(String session, String project, long timestamp) {
    for (String place : formerly(session)) {
      if (!place.equals(project)) {
        context.forward(new Record<>(place, new IssuePart.ChainGone(session), timestamp));
      }
    }
    former.put(ChainKeys.formerly(session, project), NOTHING);
  }

  // Chains across sessions.

  private void acrossSessions(
      ChainMember before, ChainMember after, ChainChange change, long timestamp) {
    if (before != null && before.parent() != null && !before.parent().equals(after.parent())) {
      below.delete(ChainKeys.below(before.parent(), after.id()));
      former.put(ChainKeys.formerly(after.id(), before.parent()), NOTHING);
    }
    if (after.parent() != null) {
      below.put(ChainKeys.below(after.parent(), after.id()), NOTHING);
    }
    members.put(
        ChainKeys.parent(after.id()),
        after.parent() == null ? NOTHING : RowCodec.text(after.parent()));
    if (rejects(after) || isMarked(after.id())) {
      markWayUp(after.id());
    }
    if (change instanceof ChainChange.Joined) {
      // Those that came before it were roots until now.
      below(after.id()).stream()
          .flatMap(id -> member(id).stream())
          .forEach(child -> isNoRoot(child, timestamp));
    }
    if (change instanceof ChainChange.Joined || change instanceof ChainChange.Linked) {
      if (after.parent() != null && member(after.parent()).isPresent()) {
        isNoRoot(after, timestamp);
      }
      for (String parent : formerly(after.id())) {
        member(parent).ifPresent(left -> tellChainOf(left, timestamp));
      }
    }
    tellChainOf(after, timestamp);
  }

  private void isNoRoot(ChainMember member, long timestamp) {
    if (isMarked(member.id())) {
      context.forward(
          new Record<>(
              RejectedChain.projectOf(member), new IssuePart.ChainGone(member.id()), timestamp));
    }
  }

  private void tellChainOf(ChainMember member, long timestamp) {
    String name = root(member.id());
    if (isMarked(name)) {
      ChainMember root = member(name).orElseThrow();
      tell(name, root, chain(root), timestamp);
    }
  }

  private String root(String start) {
    Set<String> met = new HashSet<>();
    String id = start;
    while (met.add(id) && met.size() <= MOST_MEMBERS) {
      Optional<String> parent = parent(id).filter(this::isThere);
      if (parent.isEmpty()) {
        return id;
      }
      id = parent.get();
    }
    return id;
  }

  /**
   * Marks a handoff and those above it, down from the top: once one is marked, all above it are.
   */
  private void markWayUp(String start) {
    Deque<String> way = new ArrayDeque<>(List.of(start));
    Set<String> met = new HashSet<>(way);
    Optional<String> parent = parent(start);
    while (parent.isPresent()
        && !isMarked(parent.get())
        && met.add(parent.get())
        && met.size() <= MOST_MEMBERS) {
      way.push(parent.get());
      parent = parent(parent.get());
    }
    way.forEach(id -> members.put(ChainKeys.rejected(id), NOTHING));
  }

  private Optional<String> parent(String id) {
    return Optional.ofNullable(members.get(ChainKeys.parent(id)))
        .filter(parent -> parent.length > 0)
        .map(RowCodec::text);
  }

  private boolean isThere(String id) {
    return members.get(ChainKeys.parent(id)) != null;
  }

  private List<ChainMember> chain(ChainMember root) {
    Map<String, ChainMember> reached = new LinkedHashMap<>();
    Deque<ChainMember> waiting = new ArrayDeque<>(List.of(root));
    while (!waiting.isEmpty() && reached.size() < MOST_MEMBERS) {
      ChainMember member = waiting.remove();
      if (reached.putIfAbsent(member.id(), member) == null) {
        below(member.id()).forEach(id -> member(id).ifPresent(waiting::add));
      }
    }
    return List.copyOf(reached.values());
  }

  // Both.

  private static boolean rejects(ChainMember member) {
    return member.standing().rejection() != null;
  }

  private boolean isMarked(String name) {
    return members.get(ChainKeys.rejected(name)) != null;
  }

  private void tell(String name, ChainMember root, List<ChainMember> chain, long timestamp) {
    context.forward(
        new Record<>(
            RejectedChain.projectOf(root),
            new IssuePart.Chain(name, RejectedChain.of(root, chain)),
            timestamp));
  }

  private Optional<ChainMember> member(String id) {
    return Optional.ofNullable(members.get(ChainKeys.member(id))).map(IssueJson::member);
  }

  private List<String> below(String name) {
    List<String> ids = new ArrayList<>();
    Bytes beginning = ChainKeys.below(name);
    try (KeyValueIterator<Bytes, byte[]> rows =
        below.range(beginning, RowKeys.afterAllOf(beginning))) {
      while (rows.hasNext() && ids.size() < MOST_MEMBERS) {
        ids.add(ChainKeys.idBelow(name, rows.next().key));
      }
    }
    return ids;
  }

  private List<String> formerly(String name) {
    List<String> places = new ArrayList<>();
    Bytes beginning = ChainKeys.formerly(name);
    try (KeyValueIterator<Bytes, byte[]> rows =
        former.range(beginning, RowKeys.afterAllOf(beginning))) {
      rows.forEachRemaining(row -> places.add(ChainKeys.placeFormerly(name, row.key)));
    }
    return places;
  }
}
