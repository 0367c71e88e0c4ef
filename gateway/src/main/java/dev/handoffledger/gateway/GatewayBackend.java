package dev.handoffledger.gateway;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.projections.PeerSecret;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.StandbyReads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What a gateway serves from.
 *
 * @param queries answers every question
 * @param standbyQueries answers what may lack the newest facts, also while {@code queries} cannot
 * @param standbyReads tells whether a standby has answered {@code standbyQueries}
 * @param peers what the ledger's other gateways may ask this one; null for the only one
 * @param readiness what must work beside the gateway's own parts
 * @param figures further metrics, by Prometheus name and labels; those whose name ends in {@code
 *     _total} only grow
 */
public record GatewayBackend(
    LedgerQueries queries,
    LedgerQueries standbyQueries,
    StandbyReads standbyReads,
    PeerAccess peers,
    Supplier<List<ReadinessPart>> readiness,
    Supplier<Map<String, Double>> figures) {
  private static final String PROJECTIONS = "handoff_projections_";

  /**
   * What other gateways may ask.
   *
   * @param secret that they have to know
   */
  public record PeerAccess(PeerQuestions questions, PeerSecret secret) {
    public PeerAccess {
      Objects.requireNonNull(questions);
      Objects.requireNonNull(secret);
    }
  }

  /** That of the only gateway of a ledger. */
  public static GatewayBackend of(LedgerQueries queries, Supplier<List<ReadinessPart>> readiness) {
    return new GatewayBackend(queries, queries, StandbyReads.NEVER, null, readiness, Map::of);
  }

  /**
   * Projections that were started.
   *
   * @param secret that the ledger's other gateways know; null for the only one
   */
  public static GatewayBackend of(
      ProjectionsApp projections, PeerSecret secret, Supplier<List<ReadinessPart>> readiness) {
    return new GatewayBackend(
        projections.queries(),
        projections.standbyQueries(),
        projections.standbyReads(),
        secret == null ? null : new PeerAccess(projections.peerQuestions(), secret),
        readiness,
        () -> named(projections.metrics()));
  }

  private static Map<String, Double> named(Map<String, Double> metrics) {
    Map<String, Double> named = new TreeMap<>();
    metrics.forEach((name, value) -> named.put(PROJECTIONS + name, value));
    return named;
  }
}
