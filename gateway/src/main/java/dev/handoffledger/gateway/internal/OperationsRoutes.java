package dev.handoffledger.gateway.internal;

import dev.handoffledger.gateway.ReadinessPart;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.RoleSummary;
import io.javalin.config.RoutesConfig;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes for those who run the ledger. */
public final class OperationsRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(OperationsRoutes.class);

  /** Roles come from artifacts, so their number is not ours to bound otherwise. */
  private static final int MAX_ROLES = 500;

  /** Each of them is read to be counted. */
  private static final int MOST_ORPHANS = 100;

  private final LedgerQueries queries;
  private final Supplier<List<ReadinessPart>> readiness;
  private final GatewayMetrics metrics;
  private final IntSupplier eventStreams;
  private final Supplier<Map<String, Double>> figures;

  /**
   * @param eventStreams how many clients are told of events now
   * @param figures further metrics, by name and labels
   */
  public OperationsRoutes(
      LedgerQueries queries,
      Supplier<List<ReadinessPart>> readiness,
      GatewayMetrics metrics,
      IntSupplier eventStreams,
      Supplier<Map<String, Double>> figures) {
    this.queries = queries;
    this.readiness = readiness;
    this.metrics = metrics;
    this.eventStreams = eventStreams;
    this.figures = figures;
  }

  public void register(RoutesConfig routes) {
    new HealthRoutes(readiness, this::metrics).register(routes);
  }

  private void metrics(MetricsText text) {
    metrics.write(text);
    text.gauge("handoff_gateway_event_streams", "Clients that are told of events now.")
        .sample(Map.of(), (long) eventStreams.getAsInt());
    writeLedger(text);
    text.families(figures.get());
  }

  private void writeLedger(MetricsText text) {
    text.gauge(
        "handoff_ledger_position", "Offset of the last fact that the projections have read.");
    queries
        .position()
        .offsets()
        .forEach(
            (partition, offset) -> text.sample(Map.of("partition", partition.toString()), offset));
    try {
      List<RoleSummary> roles = queries.roles();
      text.gauge("handoff_open_handoffs", "Handoffs that wait for a role.");
      roles.stream()
          .sorted(Comparator.comparing(RoleSummary::open).reversed())
          .limit(MAX_ROLES)
          .forEach(role -> text.sample(Map.of("role", role.role()), role.open()));
      text.gauge("handoff_roles", "Roles that a handoff was ever for.")
          .sample(Map.of(), (long) roles.size());
      text.gauge(
              "handoff_orphans",
              "Handoffs whose declared parent has not come; no more than %d are counted."
                  .formatted(MOST_ORPHANS))
          .sample(Map.of(), (long) queries.orphans(null, MOST_ORPHANS).items().size());
    } catch (NotAvailableException e) {
      LOG.debug("no metrics of roles, the projections cannot tell now", e);
    }
  }
}
