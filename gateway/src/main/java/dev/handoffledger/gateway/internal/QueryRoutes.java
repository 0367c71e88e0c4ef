package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RejectedArtifact;
import dev.handoffledger.projections.RejectionFilter;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.SessionFilter;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.schemas.Reason;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The routes that ask. What they answer is what {@link LedgerQueries} says. */
public final class QueryRoutes {
  private static final Pattern POSITION = Pattern.compile("([0-9]{1,9}):([0-9]{1,18})");

  private final Reads reads;
  private final LedgerQueries queries;

  public QueryRoutes(Reads reads) {
    this.reads = reads;
    this.queries = reads.queries();
  }

  public void register(RoutesConfig routes) {
    ReadRoutes asking = new ReadRoutes(routes, reads);
    asking.get("/v1/sessions", this::sessions);
    asking.get("/v1/sessions/{format}/{id}", this::session);
    asking.get("/v1/handoffs/{id}", this::handoff);
    asking.get("/v1/handoffs/{id}/artifact", this::artifact);
    asking.get("/v1/roles", this::roles);
    asking.get("/v1/roles/{role}", this::role);
    asking.get("/v1/leases", this::leases);
    asking.get("/v1/rejections", this::rejections);
    asking.get("/v1/rejections/{position}", this::rejection);
    asking.get("/v1/rejections/{position}/artifact", this::rejectedArtifact);
  }

  private void sessions(Context ctx) {
    QueryParameters parameters =
        QueryParameters.of(ctx, "format", "state", "since", "until", "limit", "cursor");
    SessionFilter filter =
        new SessionFilter(
            parameters.text("format"),
            state(parameters.text("state")),
            parameters.time("since"),
            parameters.time("until"));
    Page<SessionSummary> page =
        parameters.page((cursor, limit) -> queries.sessions(filter, cursor, limit));
    JsonAnswer.write(ctx, 200, ViewJson.page(page, ViewJson::session));
  }

  private void session(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "limit", "cursor");
    String session = ctx.pathParam("format") + "/" + ctx.pathParam("id");
    SessionSummary summary =
        queries
            .session(session)
            .orElseThrow(() -> HttpProblem.notFound("There is no such session."));
    Page<FactView> facts =
        parameters.page((cursor, limit) -> queries.facts(session, cursor, limit));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("summary", ViewJson.session(summary));
    body.set("newest", newest(session));
    body.set("facts", ViewJson.list(facts.items(), ViewJson::fact));
    body.put("next", facts.next());
    JsonAnswer.write(ctx, 200, body);
  }

  private JsonNode newest(String session) {
    return queries
        .newest(session)
        .map(handoff -> ViewJson.withArtifact(handoff, queries.artifact(handoff.id())))
        .orElse(null);
  }

  private void handoff(Context ctx) {
    QueryParameters.of(ctx);
    HandoffView handoff = queries.handoff(HandoffIds.of(ctx)).orElseThrow(HandoffIds::unknown);
    JsonAnswer.write(ctx, 200, ViewJson.handoff(handoff));
  }

  private void artifact(Context ctx) {
    QueryParameters.of(ctx);
    String id = HandoffIds.of(ctx);
    byte[] artifact = queries.artifact(id).orElseThrow(HandoffIds::unknown);
    if (!EntityTags.answersUnchanged(ctx, id)) {
      ctx.status(200).contentType(JsonAnswer.MEDIA_TYPE).result(artifact);
    }
  }

  private void roles(Context ctx) {
    QueryParameters.of(ctx);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("items", ViewJson.list(queries.roles(), ViewJson::role));
    JsonAnswer.write(ctx, 200, body);
  }

  private void role(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "limit", "cursor");
    String role = ctx.pathParam("role");
    Page<HandoffView> page = parameters.page((cursor, limit) -> queries.open(role, cursor, limit));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("role", role);
    body.setAll(ViewJson.page(page, ViewJson::handoff));
    JsonAnswer.write(ctx, 200, body);
  }

  private void leases(Context ctx) {
    int limit = QueryParameters.of(ctx, "limit").number("limit", QueryParameters.DEFAULT_LIMIT);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("items", ViewJson.list(queries.held(limit), ViewJson::handoff));
    JsonAnswer.write(ctx, 200, body);
  }

  private void rejections(Context ctx) {
    QueryParameters parameters =
        QueryParameters.of(ctx, "reason", "kind", "since", "limit", "cursor");
    RejectionFilter filter =
        new RejectionFilter(
            reason(parameters.text("reason")), parameters.text("kind"), parameters.time("since"));
    Page<RejectionView> page =
        parameters.page((cursor, limit) -> queries.rejections(filter, cursor, limit));
    JsonAnswer.write(ctx, 200, ViewJson.page(page, ViewJson::rejection));
  }

  private void rejection(Context ctx) {
    QueryParameters.of(ctx);
    JsonAnswer.write(ctx, 200, ViewJson.rejection(rejected(ctx).rejection()));
  }

  /** Whatever somebody published: it may be no JSON, and no text. */
  private void rejectedArtifact(Context ctx) {
    QueryParameters.of(ctx);
    RejectedArtifact artifact = rejected(ctx);
    if (!EntityTags.answersUnchanged(ctx, artifact.rejection().rawHash())) {
      ctx.status(200).contentType("application/octet-stream").result(artifact.bytes());
    }
  }

  private RejectedArtifact rejected(Context ctx) {
    Matcher position = POSITION.matcher(ctx.pathParam("position"));
    if (!position.matches()) {
      throw new HttpProblem(
          400,
          "bad-position",
          "The position cannot be read",
          "A rejection's position is a partition and an offset, for example 0:12.");
    }
    return queries
        .rejectedArtifact(Integer.parseInt(position.group(1)), Long.parseLong(position.group(2)))
        .orElseThrow(() -> HttpProblem.notFound("There is no such rejection, or no longer."));
  }

  private static SessionState state(String text) {
    if (text == null) {
      return null;
    }
    return switch (text) {
      case "open" -> SessionState.OPEN;
      case "closed" -> SessionState.CLOSED;
      default -> throw HttpProblem.badParameter("state", "give open or closed.");
    };
  }

  private static Reason reason(String code) {
    if (code == null) {
      return null;
    }
    try {
      return Reason.ofCode(code);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badParameter("reason", "give a reason code, for example schema_violation.");
    }
  }
}
