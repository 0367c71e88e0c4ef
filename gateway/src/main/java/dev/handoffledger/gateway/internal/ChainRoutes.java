package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.ChainState;
import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.projections.Page;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The routes that ask how handoffs hang together. */
public final class ChainRoutes {
  private final Reads reads;
  private final LedgerQueries queries;
  private final Clock clock;

  public ChainRoutes(Reads reads, Clock clock) {
    this.reads = reads;
    this.queries = reads.queries();
    this.clock = clock;
  }

  public void register(RoutesConfig routes) {
    ReadRoutes asking = new ReadRoutes(routes, reads);
    asking.get("/v1/orphans", this::orphans);
    asking.get("/v1/quarantine", this::quarantine);
    asking.get("/v1/handoffs/{id}/lineage", this::lineage);
    asking.get("/v1/chains", this::chains);
    asking.get("/v1/chains/{id}", this::chain);
    asking.get("/v1/gate", this::gateOfSession);
    asking.get("/v1/gate/{id}", this::gateOfHandoff);
  }

  private void orphans(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "limit", "cursor");
    Page<HandoffView> page = parameters.page(queries::orphans);
    JsonAnswer.write(ctx, 200, ViewJson.page(page, this::orphan));
  }

  private void quarantine(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "limit", "cursor");
    Page<HandoffView> page = parameters.page(queries::quarantined);
    JsonAnswer.write(ctx, 200, ViewJson.page(page, ViewJson::handoff));
  }

  private ObjectNode orphan(HandoffView handoff) {
    Duration waiting = Duration.between(handoff.recordedAt(), clock.instant());
    ObjectNode node = ViewJson.handoff(handoff);
    node.put("waiting_seconds", Math.max(0, waiting.toSeconds()));
    return node;
  }

  private void lineage(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "direction", "depth", "limit");
    Lineage.Direction direction = direction(parameters.text("direction"));
    int depth = parameters.number("depth", QueryParameters.DEFAULT_LIMIT);
    int limit = parameters.number("limit", QueryParameters.DEFAULT_LIMIT);
    Lineage lineage =
        queries
            .lineage(HandoffIds.of(ctx), direction, depth, limit)
            .orElseThrow(HandoffIds::unknown);
    JsonAnswer.write(ctx, 200, ChainJson.lineage(lineage));
  }

  private void chain(Context ctx) {
    QueryParameters.of(ctx);
    ChainView chain = queries.chain(HandoffIds.of(ctx)).orElseThrow(HandoffIds::unknown);
    JsonAnswer.write(ctx, 200, ChainJson.chain(chain));
  }

  private void chains(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "state", "limit", "cursor");
    ChainState state = state(parameters.text("state"));
    Page<ChainView> page = parameters.page((cursor, limit) -> queries.chains(state, cursor, limit));
    JsonAnswer.write(ctx, 200, ViewJson.page(page, ChainJson::summary));
  }

  private void gateOfHandoff(Context ctx) {
    QueryParameters.of(ctx);
    String id = HandoffIds.of(ctx);
    gate(ctx, id, HandoffIds.unknown());
  }

  private void gateOfSession(Context ctx) {
    String session = QueryParameters.of(ctx, "session").text("session");
    if (session == null) {
      throw HttpProblem.badParameter("session", "give a session, or an id as in /v1/gate/{id}.");
    }
    gate(ctx, session, HttpProblem.notFound("There is no such session."));
  }

  private void gate(Context ctx, String target, HttpProblem ifUnknown) {
    // Whether work may be merged is not for a standby to say.
    GateVerdict verdict = reads.exact().gate(target).orElseThrow(() -> ifUnknown);
    JsonAnswer.write(ctx, 200, ChainJson.verdict(verdict));
  }

  private static Lineage.Direction direction(String text) {
    if (text == null) {
      return Lineage.Direction.BOTH;
    }
    return switch (text) {
      case "up" -> Lineage.Direction.UP;
      case "down" -> Lineage.Direction.DOWN;
      case "both" -> Lineage.Direction.BOTH;
      default -> throw HttpProblem.badParameter("direction", "give up, down or both.");
    };
  }

  private static ChainState state(String text) {
    if (text == null) {
      return null;
    }
    return Arrays.stream(ChainState.values())
        .filter(state -> state.code().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                HttpProblem.badParameter(
                    "state",
                    Arrays.stream(ChainState.values())
                        .map(ChainState::code)
                        .collect(Collectors.joining(", ", "give one of ", "."))));
  }
}
