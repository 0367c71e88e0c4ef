package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.StandbyReads;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Collections;
import java.util.Optional;

/**
 * Registers routes that ask the projections: at the position that the request asks for, and with
 * word of how far behind the answer may be.
 */
final class ReadRoutes {
  /** On answers that come from a standby: how many changes it may have lacked. */
  static final String LAG = "Ledger-Lag";

  private static final int NOT_FOUND = 404;

  private final RoutesConfig routes;
  private final LedgerPositions positions;
  private final StandbyReads standbyReads;

  ReadRoutes(RoutesConfig routes, Reads reads) {
    this.routes = routes;
    this.positions = new LedgerPositions(reads.exact());
    this.standbyReads = reads.standbyReads();
  }

  void get(String path, Handler answer) {
    Handler atPosition =
        ctx -> {
          try (StandbyReads.Watch watch = standbyReads.watch()) {
            Optional<LedgerPosition> asked = positions.await(ctx);
            LedgerPosition told = positions.tell(ctx);
            handle(ctx, answer, watch);
            if (watch.lag().isPresent()) {
              tellOfStandby(ctx, watch, asked, told);
            }
          }
        };
    routes.get(path, atPosition);
    routes.head(path, atPosition);
  }

  private static void handle(Context ctx, Handler answer, StandbyReads.Watch watch)
      throws Exception {
    try {
      answer.handle(ctx);
    } catch (HttpProblem e) {
      // What a standby does not know may be among the facts that it lacks.
      throw e.status() == NOT_FOUND && watch.lag().isPresent() ? notNow() : e;
    } catch (IllegalStateException e) {
      if (watch.lag().isPresent()) {
        throw new NotAvailableException("the rows of a standby are not of one moment", e);
      }
      throw e;
    }
  }

  /** The position no longer promises what came from standbys. */
  private void tellOfStandby(
      Context ctx, StandbyReads.Watch watch, Optional<LedgerPosition> asked, LedgerPosition told) {
    if (asked.isPresent()
        && !Collections.disjoint(asked.get().offsets().keySet(), watch.ledgerPartitions())) {
      throw notNow();
    }
    positions.tell(ctx, told, watch.ledgerPartitions());
    ctx.header(LAG, Long.toString(watch.lag().orElseThrow()));
  }

  private static HttpProblem notNow() {
    return HttpProblem.notAvailable(
        "A part of the ledger moves to another gateway, and a standby cannot tell; ask again.");
  }
}
