package dev.handoffledger.projections.chain;

import dev.handoffledger.projections.ChainState;
import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** How far the work of a chain has come. */
public final class ChainFold {
  private ChainFold() {}

  /**
   * The chain of the handoffs that a root leads to.
   *
   * @param lineage from the root down
   * @param circular whether the artifacts answer each other in a circle
   */
  public static ChainView of(Lineage lineage, boolean circular) {
    List<HandoffView> handoffs = lineage.nodes();
    Legs legs = new Legs(handoffs);
    HandoffView root = handoffs.get(0);
    Link.Status link = root.link().status();
    return new ChainView(
        root.id(),
        state(legs),
        legs.rounds(),
        legs.open(),
        link == Link.Status.PENDING || link == Link.Status.MISMATCH,
        circular,
        handoffs.stream()
            .map(HandoffView::recordedAt)
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH),
        lineage);
  }

  private static ChainState state(Legs legs) {
    HandoffView newest = legs.newest().orElseThrow();
    if (Legs.isQuarantined(newest)) {
      return ChainState.BLOCKED;
    } else if (Legs.isVerdict(newest)) {
      return decided(newest);
    } else if (Legs.isResult(newest)) {
      return ChainState.REVIEWING;
    } else if (Legs.isStuck(newest)) {
      return ChainState.BLOCKED;
    }
    List<HandoffView> open = Legs.isBrief(newest) ? List.of(newest) : legs.open();
    if (open.stream().anyMatch(handoff -> handoff.lease() != null)) {
      return ChainState.BUILDING;
    }
    return open.stream().anyMatch(HandoffView::open) ? ChainState.OPEN : ChainState.CLOSED;
  }

  private static ChainState decided(HandoffView verdict) {
    if (Legs.approves(verdict)) {
      return ChainState.APPROVED;
    }
    return Legs.blocks(verdict) ? ChainState.BLOCKED : ChainState.CHANGES_REQUESTED;
  }
}
