package dev.handoffledger.bench.internal;

import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Projections, and a gateway on them. */
final class ReadSide implements AutoCloseable {
  /**
   * Long, since projections that are built anew read the whole log, of a million handoffs at most.
   */
  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(30);

  private final ProjectionsApp projections;
  private final GatewayServer gateway;

  private ReadSide(ProjectionsApp projections, GatewayServer gateway) {
    this.projections = projections;
    this.gateway = gateway;
  }

  /** Returns once both answer and tell of all that the ledger held before. */
  static ReadSide start(Cluster cluster, Path state) throws InterruptedException {
    ProjectionsApp projections = projections(cluster, state);
    GatewayServer gateway =
        new GatewayServer(
            GatewayConfig.of(cluster.bootstrapServers()).withPort(0),
            projections.queries(),
            List::of);
    ReadSide side = new ReadSide(projections, gateway);
    try {
      gateway.start();
      return side;
    } catch (RuntimeException | InterruptedException e) {
      side.close();
      throw e;
    }
  }

  /** Projections that are ready. */
  static ProjectionsApp projections(Cluster cluster, Path state) throws InterruptedException {
    ProjectionsApp projections =
        new ProjectionsApp(
            ProjectionsConfig.of(cluster.bootstrapServers(), state).withInstanceId("single-node"));
    try {
      projections.start();
      Applications.await("the projections", BUILD_TIMEOUT, projections::ready);
      return projections;
    } catch (RuntimeException | InterruptedException e) {
      projections.close();
      throw e;
    }
  }

  LedgerQueries queries() {
    return projections.queries();
  }

  String url() {
    return "http://127.0.0.1:" + gateway.port();
  }

  @Override
  public void close() {
    gateway.close();
    projections.close();
  }
}
