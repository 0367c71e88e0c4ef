package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.Lineage.Cut;
import dev.handoffledger.projections.Lineage.Direction;
import dev.handoffledger.projections.Lineage.Edge;
import dev.handoffledger.projections.fold.Answer;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.ShownLink;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.succession.Successions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The handoffs of all partitions, and the links between them as readers see them. */
final class HandoffGraph {
  private static final Comparator<Node> BY_AGE =
      Comparator.comparing((Node node) -> node.row().recordedAt())
          .thenComparing(node -> node.row().session())
          .thenComparing(node -> node.row().seq());

  private final StoreAccess stores;
  private final HandoffViews views;

  HandoffGraph(StoreAccess stores, HandoffViews views) {
    this.stores = stores;
    this.views = views;
  }

  /** A handoff, and the rows of its partition. */
  record Node(HandoffRow row, StoreRows rows) {}

  Optional<Node> find(String id) {
    // Every partition is asked for its store first, so that "not found" means that all answered.
    List<StoreRows> everywhere = new ArrayList<>();
    for (int partition = 0; partition < stores.ledgerPartitions(); partition++) {
      everywhere.add(rows(partition));
    }
    return everywhere.stream()
        .flatMap(rows -> rows.handoff(id).map(row -> new Node(row, rows)).stream())
        .findFirst();
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

  /** Those that answer a handoff, the oldest first; at most so many. */
  private List<Node> children(Node node, int limit) {
    Map<String, Node> children = new LinkedHashMap<>();
    for (Answer answer : node.rows().answers(node.row().id(), limit)) {
      if (answer.by() == Link.By.DECLARED) {
        find(answer.id(), answer.session()).ifPresent(child -> children.put(answer.id(), child));
      }
    }
    Optional.ofNullable(node.row().place())
        .filter(place -> place.succession().shownAsLink())
        .flatMap(place -> Successions.successor(place, node.rows().lanes()))
        .flatMap(id -> find(id, node.row().session()))
        .filter(child -> link(child).by() == Link.By.RULE)
        .ifPresent(child -> children.put(child.row().id(), child));
    return children.values().stream().sorted(BY_AGE).toList();
  }

  /** The root that a handoff goes back to. */
  Root root(Node start) {
    Map<String, Node> way = new LinkedHashMap<>();
    Node node = start;
    while (way.putIfAbsent(node.row().id(), node) == null) {
      Optional<Node> parent = parent(node);
      if (parent.isEmpty()) {
        return new Root(node, false);
      }
      node = parent.get();
    }
    Set<String> circle = new LinkedHashSet<>();
    while (circle.add(node.row().id())) {
      node = parent(node).orElseThrow();
    }
    Comparator<Node> byTime =
        Comparator.comparing(this::time).thenComparing(member -> member.row().id());
    return new Root(circle.stream().map(way::get).min(byTime).orElseThrow(), true);
  }

  private Instant time(Node node) {
    return views.view(node.row(), node.rows()).orElseThrow().time().instant();
  }

  /**
   * @param circular whether the artifacts answer each other in a circle
   */
  record Root(Node node, boolean circular) {}

  /** What a walk from a handoff reaches. */
  Lineage lineage(Node start, Direction direction, int depth, int limit) {
    Map<String, Node> reached = new LinkedHashMap<>();
    Set<Edge> edges = new LinkedHashSet<>();
    reached.put(start.row().id(), start);
    Deque<Node> level = new ArrayDeque<>(List.of(start));
    Cut cut = null;
    for (int away = 1; !level.isEmpty() && cut != Cut.LIMIT; away++) {
      Deque<Node> next = new ArrayDeque<>();
      for (Node node : level) {
        for (Step step : steps(node, direction, limit + 1)) {
          boolean known = reached.containsKey(step.node().row().id());
          if (known) {
            edges.add(step.edge());
          } else if (away > depth) {
            cut = Cut.DEPTH;
          } else if (reached.size() == limit) {
            cut = Cut.LIMIT;
          } else {
            reached.put(step.node().row().id(), step.node());
            edges.add(step.edge());
            next.add(step.node());
          }
        }
      }
      level = next;
    }
    List<HandoffView> nodes =
        reached.values().stream()
            .flatMap(node -> views.view(node.row(), node.rows()).stream())
            .toList();
    return new Lineage(start.row().id(), nodes, List.copyOf(edges), cut);
  }

  /** From one handoff to a neighbour of it. */
  private record Step(Node node, Edge edge) {}

  private List<Step> steps(Node node, Direction direction, int limit) {
    List<Step> steps = new ArrayList<>();
    if (direction != Direction.DOWN) {
      parent(node).ifPresent(parent -> steps.add(new Step(parent, edge(node, parent))));
    }
    if (direction != Direction.UP) {
      children(node, limit).forEach(child -> steps.add(new Step(child, edge(child, node))));
    }
    return steps;
  }

  private Edge edge(Node child, Node parent) {
    return new Edge(child.row().id(), parent.row().id(), link(child).by() == Link.By.RULE);
  }
}
