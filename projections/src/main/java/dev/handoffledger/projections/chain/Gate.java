package dev.handoffledger.projections.chain;

import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.GateVerdict.Objection;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.schemas.fact.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether work may be merged: what the newest verdict says, and whether it can be trusted. */
public final class Gate {
  private Gate() {}

  /**
   * Judges chains, all of which must pass. One of batons alone is not asked for a verdict beside
   * others: it only says how to go on with a session.
   *
   * @param all whether these are all that were asked for
   */
  public static GateVerdict judge(List<ChainView> chains, boolean all) {
    List<Objection> objections = new ArrayList<>();
    boolean anyWork = chains.stream().anyMatch(chain -> !isOfBatons(chain));
    for (ChainView chain : chains) {
      objections.addAll(objections(chain, !anyWork || !isOfBatons(chain)));
    }
    if (!all) {
      objections.add(
          new Objection(
              "chain_cut",
              null,
              "The session has a part in more than the gate reads; ask it for one chain."));
    }
    return new GateVerdict(
        objections.isEmpty(), chains.stream().map(ChainView::root).toList(), objections);
  }

  private static boolean isOfBatons(ChainView chain) {
    return chain.lineage().nodes().stream().allMatch(Legs::isBaton);
  }

  private static List<Objection> objections(ChainView chain, boolean needsVerdict) {
    List<HandoffView> handoffs = chain.lineage().nodes();
    Legs legs = new Legs(handoffs);
    List<Objection> objections = new ArrayList<>();
    Optional<HandoffView> verdict = legs.newestVerdict();
    if (verdict.isEmpty() && needsVerdict) {
      objections.add(
          new Objection(
              "no_verdict", chain.root(), "Nobody has reviewed this chain; ask for a verdict."));
    }
    verdict.ifPresent(
        newest -> {
          addDecision(objections, legs, newest);
          addWay(objections, newest, handoffs);
        });
    handoffs.forEach(handoff -> addStanding(objections, handoff));
    if (chain.lineage().cut() != null) {
      objections.add(
          new Objection(
              "chain_cut",
              chain.root(),
              "The chain is longer than the gate reads, so it cannot vouch for all of it."));
    }
    return objections;
  }

  private static void addDecision(List<Objection> objections, Legs legs, HandoffView verdict) {
    if (!Legs.approves(verdict)) {
      objections.add(
          new Objection(
              "not_approved",
              verdict.id(),
              "The newest verdict does not approve; mend what it asks for and have it reviewed."));
    } else if (legs.goesOnAfter(verdict)) {
      objections.add(
          new Objection(
              "not_approved",
              verdict.id(),
              "Work went on after the newest verdict; have it reviewed again."));
    }
  }

  /** On the way from the verdict to the root every declared link must hold. */
  private static void addWay(
      List<Objection> objections, HandoffView verdict, List<HandoffView> handoffs) {
    Map<String, HandoffView> byId = new HashMap<>();
    handoffs.forEach(handoff -> byId.put(handoff.id(), handoff));
    Set<String> way = new LinkedHashSet<>();
    for (HandoffView leg = verdict; leg != null && way.add(leg.id()); ) {
      Link link = leg.link();
      if (link.by() == Link.By.DECLARED && link.status() == Link.Status.PENDING) {
        objections.add(
            new Objection(
                "link_pending",
                leg.id(),
                "The parent that it names has not come; publish it, or name the right one."));
      } else if (leg.warnings().stream().anyMatch(w -> w.code().equals("hash_unsupported"))) {
        objections.add(
            new Objection(
                "link_unverified",
                leg.id(),
                "It names its parent by a hash that cannot be checked; give its SHA-256."));
      }
      leg = link.parent() == null ? null : byId.get(link.parent());
    }
  }

  private static void addStanding(List<Objection> objections, HandoffView handoff) {
    boolean answers = Legs.isResult(handoff) || Legs.isVerdict(handoff);
    if (Legs.isQuarantined(handoff)) {
      objections.add(
          new Objection(
              "quarantined",
              handoff.id(),
              "No parent has the content that it names by hash, so it is not to be trusted."));
    } else if (answers && handoff.link().status() == Link.Status.ROOT) {
      objections.add(
          new Objection(
              "parent_missing",
              handoff.id(),
              "It is an answer that names no parent; publish it with parent_artifact."));
    }
  }
}
