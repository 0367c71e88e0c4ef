package dev.handoffledger.gateway;

import dev.handoffledger.gateway.internal.HealthRoutes;
import dev.handoffledger.gateway.internal.JettyErrors;
import dev.handoffledger.gateway.internal.ProblemJson;
import dev.handoffledger.gateway.internal.RequestGuards;
import io.javalin.Javalin;
import io.javalin.util.JavalinException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Serves {@code /livez}, {@code /readyz} and {@code /metrics} for a process without a gateway. */
public final class HealthServer implements AutoCloseable {
  private final String host;
  private final int port;
  private final Javalin http;

  /**
   * @param host the address to listen on
   * @param port the port to listen on; 0 takes any free one
   * @param figures metrics by Prometheus name and labels
   */
  public HealthServer(
      String host,
      int port,
      Supplier<List<ReadinessPart>> readiness,
      Supplier<Map<String, Long>> figures) {
    this.host = host;
    this.port = port;
    RequestGuards guards = new RequestGuards(host);
    this.http =
        Javalin.create(
            javalin -> {
              javalin.startup.showJavalinBanner = false;
              javalin.startup.showOldJavalinVersionWarning = false;
              javalin.startup.startupWatcherEnabled = false;
              javalin.jetty.host = host;
              javalin.jetty.port = port;
              javalin.http.prefer405over404 = true;
              javalin.jetty.modifyHttpConfiguration(jetty -> jetty.setSendServerVersion(false));
              javalin.jetty.modifyServer(server -> server.setErrorHandler(new JettyErrors()));
              javalin.routes.before(guards::check);
              HealthRoutes.of(readiness, figures).register(javalin.routes);
              ProblemJson.register(javalin.routes);
            });
  }

  /**
   * Starts to serve.
   *
   * @throws IllegalStateException if the port is taken
   */
  public void start() {
    try {
      http.start();
    } catch (JavalinException e) {
      throw new IllegalStateException("cannot listen on " + host + ":" + port, e);
    }
  }

  /** The port it listens on, once it is started. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.stop();
  }
}
