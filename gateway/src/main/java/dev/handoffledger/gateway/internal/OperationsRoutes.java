package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.ReadinessPart;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.RoleSummary;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
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

  private final LedgerQueries queries;
  private final Supplier<List<ReadinessPart>> readiness;
  private final GatewayMetrics metrics;
  private final IntSupplier eventStreams;

  /**
   * @param eventStreams how many clients are told of events now
   */
  public OperationsRoutes(
      LedgerQueries queries,
      Supplier<List<ReadinessPart>> readiness,
      GatewayMetrics metrics,
      IntSupplier eventStreams) {
    this.queries = queries;
    this.readiness = readiness;
    this.metrics = metrics;
    this.eventStreams = eventStreams;
  }

  public void register(RoutesConfig routes) {
    get(routes, "/livez", OperationsRoutes::livez);
    get(routes, "/readyz", this::readyz);
    get(routes, "/metrics", this::metrics);
  }

  private static void get(RoutesConfig routes, String path, Handler handler) {
    Handler withoutParameters =
        ctx -> {
          QueryParameters.of(ctx);
          handler.handle(ctx);
        };
    routes.get(path, withoutParameters);
    routes.head(path, withoutParameters);
  }

  private static void livez(Context ctx) {
    JsonAnswer.write(ctx, 200, JsonNodeFactory.instance.objectNode().put("live", true));
  }

  private void readyz(Context ctx) {
    List<ReadinessPart> parts = readiness.get();
    boolean ready = parts.stream().allMatch(ReadinessPart::ready);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("ready", ready);
    ArrayNode list = body.putArray("parts");
    for (ReadinessPart part : parts) {
      list.addObject()
          .put("name", part.name())
          .put("ready", part.ready())
          .put("detail", part.sentence());
    }
    if (!ready) {
      ctx.header("Retry-After", "1");
    }
    JsonAnswer.write(ctx, ready ? 200 : 503, body);
  }

  private void metrics(Context ctx) {
    MetricsText text = new MetricsText();
    metrics.write(text);
    text.gauge("handoff_gateway_event_streams", "Clients that are told of events now.")
        .sample(Map.of(), (long) eventStreams.getAsInt());
    writeLedger(text);
    writeReadiness(text);
    writeProcess(text);
    ctx.status(200)
        .contentType(MetricsText.MEDIA_TYPE)
        .result(text.toString().getBytes(StandardCharsets.UTF_8));
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
    } catch (NotAvailableException e) {
      LOG.debug("no metrics of roles, the projections cannot tell now", e);
    }
  }

  private void writeReadiness(MetricsText text) {
    text.gauge("handoff_ready", "Whether a part of the gateway is ready.");
    for (ReadinessPart part : readiness.get()) {
      text.sample(Map.of("part", part.name()), part.ready() ? 1L : 0L);
    }
  }

  private static void writeProcess(MetricsText text) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    text.gauge("process_heap_used_bytes", "Java heap in use.").sample(Map.of(), heap.getUsed());
    text.gauge("process_heap_max_bytes", "Java heap at most.").sample(Map.of(), heap.getMax());
    text.gauge("process_start_time_seconds", "Start of the process, Unix time.")
        .sample(Map.of(), ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0);
  }
}
