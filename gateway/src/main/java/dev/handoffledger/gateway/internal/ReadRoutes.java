package dev.handoffledger.gateway.internal;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;

/** Registers routes that ask the projections: at the position that the request asks for. */
final class ReadRoutes {
  private final RoutesConfig routes;
  private final LedgerPositions positions;

  ReadRoutes(RoutesConfig routes, LedgerPositions positions) {
    this.routes = routes;
    this.positions = positions;
  }

  void get(String path, Handler answer) {
    Handler atPosition =
        ctx -> {
          positions.await(ctx);
          positions.tell(ctx);
          answer.handle(ctx);
        };
    routes.get(path, atPosition);
    routes.head(path, atPosition);
  }
}
