package dev.handoffledger.cli.internal.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How handoffs and their links are drawn, line by line: the answer below what it answers. Of
 * several answers, the one that most came of goes on in the same column and the others branch off,
 * so that even a chain of a thousand handoffs stays narrow. What answers two handoffs, or is part
 * of a circle, is drawn once and named again where it recurs.
 */
final class LineageTree {
  private static final String BRANCH = "├─";
  private static final String BESIDE = "│ ";

  /**
   * A link.
   *
   * @param byRule whether a rule of the format says so, and not the artifact
   */
  record Edge(String child, String parent, boolean byRule) {}

  /**
   * A line.
   *
   * @param prefix what is drawn before the handoff
   * @param below what is drawn before further lines about the handoff
   * @param again whether the handoff is drawn elsewhere, with what came of it
   */
  record Row(String prefix, String below, String id, boolean byRule, boolean again) {}

  /** A child where it is drawn. */
  private record Leaf(String id, boolean byRule, boolean again) {}

  /** What is still to be drawn. */
  private record Todo(Leaf leaf, String first, String rest) {}

  private final List<String> ids;
  private final Map<String, List<Edge>> answers = new HashMap<>();
  private final Map<String, List<Leaf>> drawn = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>();

  private LineageTree(List<String> ids, List<Edge> edges) {
    this.ids = ids;
    Map<String, Integer> order = new HashMap<>();
    ids.forEach(id -> order.putIfAbsent(id, order.size()));
    edges.stream()
        .filter(edge -> order.containsKey(edge.child()) && order.containsKey(edge.parent()))
        .sorted(Comparator.comparing(edge -> order.get(edge.child())))
        .forEach(
            edge -> answers.computeIfAbsent(edge.parent(), none -> new ArrayList<>()).add(edge));
  }

  /**
   * @param ids of the handoffs, the oldest first
   */
  static List<Row> rows(List<String> ids, List<Edge> edges) {
    LineageTree tree = new LineageTree(ids, edges);
    List<Row> rows = new ArrayList<>();
    for (String root : tree.roots()) {
      tree.draw(root, rows);
    }
    return rows;
  }

  /** Hangs every handoff below one that it answers; those that have none, or in a circle, lead. */
  private List<String> roots() {
    Set<String> children = new HashSet<>();
    answers.values().forEach(edges -> edges.forEach(edge -> children.add(edge.child())));
    Set<String> placed = new HashSet<>();
    List<String> roots = new ArrayList<>();
    for (String id : ids) {
      if (!children.contains(id) && placed.add(id)) {
        roots.add(id);
        hang(id, placed);
      }
    }
    for (String id : ids) {
      if (placed.add(id)) {
        roots.add(id);
        hang(id, placed);
      }
    }
    return roots;
  }

  private void hang(String root, Set<String> placed) {
    List<String> found = new ArrayList<>();
    found.add(root);
    for (int i = 0; i < found.size(); i++) {
      String parent = found.get(i);
      List<Leaf> leaves = new ArrayList<>();
      for (Edge edge : answers.getOrDefault(parent, List.of())) {
        boolean first = placed.add(edge.child());
        leaves.add(new Leaf(edge.child(), edge.byRule(), !first));
        if (first) {
          found.add(edge.child());
        }
      }
      drawn.put(parent, leaves);
    }
    for (int i = found.size() - 1; i >= 0; i--) {
      int size = 1;
      for (Leaf leaf : drawn.get(found.get(i))) {
        size += size(leaf);
      }
      sizes.put(found.get(i), size);
    }
  }

  private int size(Leaf leaf) {
    return leaf.again() ? 1 : sizes.get(leaf.id());
  }

  private void draw(String root, List<Row> rows) {
    Deque<Todo> todo = new ArrayDeque<>();
    todo.push(new Todo(new Leaf(root, false, false), "", ""));
    while (!todo.isEmpty()) {
      Todo next = todo.pop();
      Leaf leaf = next.leaf();
      List<Leaf> children = leaf.again() ? List.of() : drawn.get(leaf.id());
      String below = next.rest() + (children.isEmpty() ? "  " : BESIDE);
      rows.add(new Row(next.first(), below, leaf.id(), leaf.byRule(), leaf.again()));
      if (!children.isEmpty()) {
        pushAll(children, next.rest(), todo);
      }
    }
  }

  private void pushAll(List<Leaf> children, String rest, Deque<Todo> todo) {
    int main = 0;
    for (int i = 1; i < children.size(); i++) {
      main = size(children.get(i)) >= size(children.get(main)) ? i : main;
    }
    todo.push(new Todo(children.get(main), rest, rest));
    for (int i = children.size() - 1; i >= 0; i--) {
      if (i != main) {
        todo.push(new Todo(children.get(i), rest + BRANCH, rest + BESIDE));
      }
    }
  }
}
