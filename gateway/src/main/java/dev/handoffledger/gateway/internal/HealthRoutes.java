package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.ReadinessPart;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Whether a process lives, whether it is ready, and its metrics. */
public final class HealthRoutes {
  private final Supplier<List<ReadinessPart>> readiness;
  private final Consumer<MetricsText> metrics;

  /**
   * @param metrics writes what this process has to tell beside its readiness and its memory
   */
  HealthRoutes(Supplier<List<ReadinessPart>> readiness, Consumer<MetricsText> metrics) {
    this.readiness = readiness;
    this.metrics = metrics;
  }

  /** Those of a process all of whose metrics are figures by name and labels. */
  public static HealthRoutes of(
      Supplier<List<ReadinessPart>> readiness, Supplier<Map<String, Long>> figures) {
    return new HealthRoutes(readiness, text -> text.families(figures.get()));
  }

  public void register(RoutesConfig routes) {
    get(routes, "/livez", HealthRoutes::livez);
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
    metrics.accept(text);
    writeReadiness(text);
    writeProcess(text);
    ctx.status(200)
        .contentType(MetricsText.MEDIA_TYPE)
        .result(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void writeReadiness(MetricsText text) {
    text.gauge("handoff_ready", "Whether a part of this process is ready.");
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
