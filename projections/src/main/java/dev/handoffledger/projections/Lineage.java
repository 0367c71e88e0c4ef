package dev.handoffledger.projections;

import java.util.List;

/**
 * Handoffs and the links between them.
 *
 * @param start the id of the handoff that was asked for
 * @param nodes every handoff reached, the nearest first, each once
 * @param edges every link between two of them
 * @param cut why there is more than this, or null if this is all
 */
public record Lineage(String start, List<HandoffView> nodes, List<Edge> edges, Cut cut) {

  /** Which way links are followed. */
  public enum Direction {
    UP,
    DOWN,
    BOTH
  }

  /** What made an answer end early. */
  public enum Cut {
    DEPTH,
    LIMIT
  }

  /**
   * A link.
   *
   * @param child the id of the handoff that answers
   * @param parent the id of the handoff that it answers
   * @param byRule whether a rule of the format says so, and not the artifact
   */
  public record Edge(String child, String parent, boolean byRule) {}

  public Lineage {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }
}
