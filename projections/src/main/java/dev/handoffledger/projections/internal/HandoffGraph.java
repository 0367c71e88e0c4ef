package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.Lineage.Cut;
import dev.handoffledger.projections.Lineage.Direction;
import dev.handoffledger.projections.Lineage.Edge;
import dev.handoffledger.projections.fold.Answer;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.ShownLink;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.Lanes;
import dev.handoffledger.schemas.succession.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The handoffs of all partitions, and the links between them as readers see them. */
final class HandoffGraph {
  /** No less than what is read of a chain, so that one which is longer is seen to be cut. */
  static final int LONGEST_WAY = 10_000;

  private static final Comparator<Node> BY_AGE =
      Comparator.comparing((Node node) -> node.row().recordedAt())
          .thenComparing(node -> node.row().session())
          .thenComparing(node -> node.row().seq());

  /** The own time does not depend on the order in which handoffs came, as their age does. */
  private static final Comparator<Node> BY_OWN_TIME =
      Comparator.comparing(HandoffGraph::ownTime).thenComparing(node -> node.row().id());

  private final StoreAccess stores;
  private final HandoffViews views;

  HandoffGraph(StoreAccess stores, HandoffViews views) {
    this.stores = stores;
    this.views = views;
  }

  /** A handoff, and the rows of its partition. */
  record Node(HandoffRow row, StoreRows rows) {}

  Optional<Node> find(String id) {
    return stores
        .find(StoreNames.HANDOFFS, RowKeys.handoff(id))
        .map(found -> new Node(RowCodec.handoff(found.value()), rows(found.partition())));
  }

  private Optional<Node> find(String id, String session) {
    StoreRows rows = rows(SessionPartitioner.partition(session, stores.ledgerPartitions()));
    return rows.handoff(id).map(row -> new Node(row, rows));
  }

  private StoreRows rows(int partition) {
    return new StoreRows(name -> stores.store(name, partition));
  }

  Link link(Node node) {
    return ShownLink.of(node.row(), node.rows().lanes());
  }

  Optional<Node> parent(Node node) {
    Link link = link(node);
    return link.status() == Link.Status.LINKED
        ? find(link.parent(), link.parentSession())
        : Optional.empty();
  }

  /** Those whose link leads to a handoff, the oldest first; at most so many of them. */
  private List<Node> children(Node node, int limit) {
    Map<String, Node> children = new LinkedHashMap<>();
    node.rows()
        .declaredAnswers(node.row().id(), answer -> answering(node, answer), limit)
        .forEach(child -> children.put(child.row().id(), child));
    followers(node, limit).forEach(child -> children.put(child.row().id(), child));
    return children.values().stream().sorted(BY_AGE).limit(limit).toList();
  }

  // The two ends of a link are on two partitions, and either is read before the other: whichever
  // way one walks, a handoff's own fact says what it answers.
  private Optional<Node> answering(Node parent, Answer answer) {
    return find(answer.id(), answer.session())
        .filter(child -> isLinked(child, parent, Link.By.DECLARED));
  }

  private boolean isLinked(Node child, Node parent, Link.By by) {
    Link link = link(child);
    return link.by() == by && parent.row().id().equals(link.parent());
  }

  /** Those that a rule of the format links to a handoff; there may be several. */
  private List<Node> followers(Node node, int limit) {
    List<Node> followers = new ArrayList<>();
    Place place = node.row().place();
    if (place == null || !place.mayBeFollowed()) {
      return followers;
    }
    Lanes lanes = node.rows().lanes();
    Lane lane = new Lane(place.session(), Lane.Side.FOLLOWS, place.succession().offers());
    Optional<Lanes.Entry> entry = lanes.after(lane, place.position());
    while (entry.isPresent() && followers.size() < limit) {
      Optional<Node> follower =
          find(entry.get().id(), place.session())
              .filter(child -> isLinked(child, node, Link.By.RULE));
      if (follower.isEmpty()) {
        return followers;
      }
      followers.add(follower.get());
      entry = lanes.after(lane, entry.get().position());
    }
    return followers;
  }

  private static Instant ownTime(Node node) {
    return node.rows()
        .fact(node.row().session(), node.row().seq())
        .map(fact -> fact.fact().body())
        .filter(Fact.Recorded.class::isInstance)
        .map(recorded -> ((Fact.Recorded) recorded).time().instant())
        .orElse(node.row().recordedAt());
  }

  /** The root that a handoff goes back to, or where a way ends that is too long. */
  Root root(Node start) {
    Map<String, Node> way = new LinkedHashMap<>();
    Node node = start;
    while (way.putIfAbsent(node.row().id(), node) == null) {
      Optional<Node> parent = parent(node);
      if (parent.isEmpty() || way.size() > LONGEST_WAY) {
        return new Root(node, false);
      }
      node = parent.get();
    }
    String met = node.row().id();
    return new Root(
        way.values().stream()
            .dropWhile(passed -> !passed.row().id().equals(met))
            .min(BY_OWN_TIME)
            .orElseThrow(),
        true);
  }

  /**
   * @param circular whether the artifacts answer each other in a circle
   */
  record Root(Node node, boolean circular) {}

  /** What a walk from a handoff reaches. */
  Lineage lineage(Node start, Direction direction, int depth, int limit) {
    Map<String, Node> reached = new LinkedHashMap<>();
    reached.put(start.row().id(), start);
    List<Node> level = List.of(start);
    Cut cut = null;
    for (int away = 1; !level.isEmpty() && cut == null; away++) {
      List<Node> next = new ArrayList<>();
      for (Iterator<Node> nodes = level.iterator(); nodes.hasNext() && cut == null; ) {
        List<Node> neighbours = neighbours(nodes.next(), direction, limit);
        neighbours.removeIf(neighbour -> reached.containsKey(neighbour.row().id()));
        int room = away > depth ? 0 : limit - reached.size();
        if (neighbours.size() > room) {
          cut = away > depth ? Cut.DEPTH : Cut.LIMIT;
        }
        for (Node neighbour : neighbours.subList(0, Math.min(room, neighbours.size()))) {
          reached.put(neighbour.row().id(), neighbour);
          next.add(neighbour);
        }
      }
      level = next;
    }
    List<HandoffView> nodes =
        reached.values().stream()
            .flatMap(node -> views.view(node.row(), node.rows()).stream())
            .toList();
    return new Lineage(start.row().id(), nodes, edges(nodes), cut);
  }

  /** The parent, and so many children that a walk to a limit would be cut at them. */
  private List<Node> neighbours(Node node, Direction direction, int limit) {
    List<Node> neighbours = new ArrayList<>();
    if (direction != Direction.DOWN) {
      parent(node).ifPresent(neighbours::add);
    }
    if (direction != Direction.UP) {
      neighbours.addAll(children(node, limit + 1));
    }
    return neighbours;
  }

  private static List<Edge> edges(List<HandoffView> nodes) {
    Set<String> ids = nodes.stream().map(HandoffView::id).collect(Collectors.toSet());
    return nodes.stream()
        .filter(child -> child.link().status() == Link.Status.LINKED)
        .filter(child -> ids.contains(child.link().parent()))
        .map(
            child -> new Edge(child.id(), child.link().parent(), child.link().by() == Link.By.RULE))
        .toList();
  }
}
