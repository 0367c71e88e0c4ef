package dev.handoffledger.projections;

import java.time.Instant;
import java.util.List;

/**
 * A chain: a root and all that came of it.
 *
 * @param root the id of the root; a chain of artifacts that answer each other in a circle has its
 *     earliest as the root
 * @param rounds how many times work was sent back and taken up again
 * @param waitsFor the handoffs that somebody must still act on, the oldest first
 * @param orphaned whether the root itself declares a parent that has not come
 * @param circular whether its artifacts answer each other in a circle
 * @param lastRecordedAt when its newest handoff was recorded
 * @param lineage all of it, from the root down
 */
public record ChainView(
    String root,
    ChainState state,
    int rounds,
    List<HandoffView> waitsFor,
    boolean orphaned,
    boolean circular,
    Instant lastRecordedAt,
    Lineage lineage) {
  public ChainView {
    waitsFor = List.copyOf(waitsFor);
  }
}
