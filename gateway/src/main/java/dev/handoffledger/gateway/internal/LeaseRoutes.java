package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.LedgerQueries;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;

/** The routes that give out, keep and end leases. */
public final class LeaseRoutes {
  private static final int MAX_BODY_BYTES = 64 * 1024;

  /** Does what a request about a lease asks for. */
  @FunctionalInterface
  private interface LeaseRequest {
    LeaseAnswer handle(Context ctx, byte[] body) throws InterruptedException;
  }

  private final Leases leases;
  private final LedgerPositions positions;
  private final GatewayMetrics metrics;

  public LeaseRoutes(Leases leases, LedgerQueries queries, GatewayMetrics metrics) {
    this.leases = leases;
    this.positions = new LedgerPositions(queries);
    this.metrics = metrics;
  }

  public void register(RoutesConfig routes) {
    post(routes, "/v1/roles/{role}/claims", "claim", "granted", 201, this::claimByRole);
    post(routes, "/v1/handoffs/{id}/claims", "claim", "granted", 201, this::claimById);
    post(routes, "/v1/handoffs/{id}/release", "force_release", "released", 200, this::forceRelease);
    post(routes, "/v1/claims/{token}/renew", "renew", "renewed", 200, this::renew);
    post(routes, "/v1/claims/{token}/release", "release", "released", 200, this::release);
    post(routes, "/v1/claims/{token}/complete", "complete", "completed", 200, this::complete);
  }

  private void post(
      RoutesConfig routes,
      String path,
      String name,
      String outcome,
      int status,
      LeaseRequest request) {
    routes.post(
        path,
        ctx -> {
          LeaseAnswer answer =
              metrics.lease(
                  name,
                  outcome,
                  () -> {
                    QueryParameters.of(ctx);
                    byte[] body = json(ctx);
                    positions.await(ctx);
                    return request.handle(ctx, body);
                  });
          ctx.header(LedgerPositions.HEADER, answer.position().toString());
          JsonAnswer.write(ctx, status, answer.body());
        });
  }

  /** The body. Only who knows a token may leave it out. */
  private static byte[] json(Context ctx) throws IOException {
    boolean mayLeaveItOut = ctx.contentType() == null && ctx.pathParamMap().containsKey("token");
    if (mayLeaveItOut && RequestBodies.readSmall(ctx, MAX_BODY_BYTES).length == 0) {
      return new byte[0];
    }
    return RequestBodies.readJson(ctx, MAX_BODY_BYTES);
  }

  private LeaseAnswer claimByRole(Context ctx, byte[] body) throws InterruptedException {
    BodyMembers members =
        BodyMembers.of(
            body, "holder", "capabilities", "kinds", "sessions", "lease_seconds", "wait_seconds");
    return leases.claimNext(ctx.pathParam("role"), members, request(ctx, body));
  }

  private LeaseAnswer claimById(Context ctx, byte[] body) throws InterruptedException {
    BodyMembers members = BodyMembers.of(body, "holder", "capabilities", "lease_seconds", "role");
    return leases.claim(HandoffIds.of(ctx), members, request(ctx, body));
  }

  private LeaseAnswer forceRelease(Context ctx, byte[] body) throws InterruptedException {
    return leases.forceRelease(HandoffIds.of(ctx), BodyMembers.of(body, "by", "reason"));
  }

  private LeaseAnswer renew(Context ctx, byte[] body) throws InterruptedException {
    return leases.renew(ctx.pathParam("token"), BodyMembers.of(body, "lease_seconds"));
  }

  private LeaseAnswer release(Context ctx, byte[] body) throws InterruptedException {
    return leases.release(ctx.pathParam("token"), BodyMembers.of(body, "reason"));
  }

  private LeaseAnswer complete(Context ctx, byte[] body) throws InterruptedException {
    return leases.complete(ctx.pathParam("token"), BodyMembers.of(body, "note"));
  }

  private static IdempotentRequest request(Context ctx, byte[] body) {
    return new IdempotentRequest(
        Provenance.idempotencyKey(ctx), ctx.req().getMethod() + " " + ctx.path(), body);
  }
}
