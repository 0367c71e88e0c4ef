package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RejectionFilter;
import dev.handoffledger.projections.SessionFilter;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.schemas.Reason;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The routes that ask. What they answer is what {@link LedgerQueries} says. */
public final class QueryRoutes {
  static final String LEDGER_POSITION = "Ledger-Position";

  private static final Duration POSITION_WAIT = Duration.ofSeconds(5);
  private static final Pattern HANDOFF_ID =
      Pattern.compile("(?:sha256:)?([0-9a-f]{64})", Pattern.CASE_INSENSITIVE);

  private final LedgerQueries queries;

  public QueryRoutes(LedgerQueries queries) {
    this.queries = queries;
  }

  public void register(RoutesConfig routes) {
    get(routes, "/v1/sessions", this::sessions);
    get(routes, "/v1/sessions/{format}/{id}", this::session);
    get(routes, "/v1/handoffs/{id}", this::handoff);
    get(routes, "/v1/handoffs/{id}/artifact", this::artifact);
    get(routes, "/v1/roles", this::roles);
    get(routes, "/v1/roles/{role}", this::role);
    get(routes, "/v1/rejections", this::rejections);
  }

  private void get(RoutesConfig routes, String path, Handler answer) {
    Handler atPosition =
        ctx -> {
          awaitPosition(ctx);
          // Taken before the answer, which therefore holds all that the position promises.
          ctx.header(LEDGER_POSITION, queries.position().toString());
          answer.handle(ctx);
        };
    routes.get(path, atPosition);
    routes.head(path, atPosition);
  }

  private void awaitPosition(Context ctx) throws InterruptedException {
    String asked = ctx.header(LEDGER_POSITION);
    if (asked == null) {
      return;
    }
    LedgerPosition position;
    try {
      position = LedgerPosition.parse(asked.strip());
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badHeader(
          LEDGER_POSITION,
          "give partition:offset pairs joined by commas, as an earlier answer carried them.");
    }
    if (!queries.waitFor(position, POSITION_WAIT)) {
      throw HttpProblem.notAvailable(
          "The projections have not read up to the position that was asked for; ask again.");
    }
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
    String cursor = parameters.cursor();
    int limit = parameters.limit();
    JsonAnswer.write(
        ctx,
        200,
        ViewJson.page(page(() -> queries.sessions(filter, cursor, limit)), ViewJson::session));
  }

  private void session(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "limit", "cursor");
    String cursor = parameters.cursor();
    int limit = parameters.limit();
    String session = ctx.pathParam("format") + "/" + ctx.pathParam("id");
    SessionSummary summary =
        queries
            .session(session)
            .orElseThrow(() -> HttpProblem.notFound("There is no such session."));
    Page<FactView> facts = page(() -> queries.facts(session, cursor, limit));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("summary", ViewJson.session(summary));
    body.set("newest", queries.newest(session).map(this::withArtifact).orElse(null));
    body.set("facts", ViewJson.list(facts.items(), ViewJson::fact));
    body.put("next", facts.next());
    JsonAnswer.write(ctx, 200, body);
  }

  private JsonNode withArtifact(HandoffView handoff) {
    ObjectNode node = ViewJson.handoff(handoff);
    node.set("artifact", queries.artifact(handoff.id()).map(ViewJson::artifact).orElse(null));
    return node;
  }

  private void handoff(Context ctx) {
    QueryParameters.of(ctx);
    HandoffView handoff = queries.handoff(handoffId(ctx)).orElseThrow(QueryRoutes::noSuchHandoff);
    JsonAnswer.write(ctx, 200, ViewJson.handoff(handoff));
  }

  private void artifact(Context ctx) {
    QueryParameters.of(ctx);
    String id = handoffId(ctx);
    byte[] artifact = queries.artifact(id).orElseThrow(QueryRoutes::noSuchHandoff);
    // An id always means the same bytes, so a copy may be kept, but not shown without asking.
    ctx.header("Cache-Control", "private, no-cache").header("ETag", "\"" + id + "\"");
    if (isHeldByClient(ctx.header("If-None-Match"), id)) {
      ctx.status(304);
      return;
    }
    ctx.disableCompression();
    ctx.status(200).contentType(JsonAnswer.MEDIA_TYPE).result(artifact);
  }

  private void roles(Context ctx) {
    QueryParameters.of(ctx);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("items", ViewJson.list(queries.roles(), ViewJson::role));
    JsonAnswer.write(ctx, 200, body);
  }

  private void role(Context ctx) {
    QueryParameters parameters = QueryParameters.of(ctx, "limit", "cursor");
    String cursor = parameters.cursor();
    int limit = parameters.limit();
    String role = ctx.pathParam("role");
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("role", role);
    body.setAll(ViewJson.page(page(() -> queries.open(role, cursor, limit)), ViewJson::handoff));
    JsonAnswer.write(ctx, 200, body);
  }

  private void rejections(Context ctx) {
    QueryParameters parameters =
        QueryParameters.of(ctx, "reason", "kind", "since", "limit", "cursor");
    RejectionFilter filter =
        new RejectionFilter(
            reason(parameters.text("reason")), parameters.text("kind"), parameters.time("since"));
    String cursor = parameters.cursor();
    int limit = parameters.limit();
    JsonAnswer.write(
        ctx,
        200,
        ViewJson.page(page(() -> queries.rejections(filter, cursor, limit)), ViewJson::rejection));
  }

  private static <T> Page<T> page(Supplier<Page<T>> question) {
    try {
      return question.get();
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badParameter(
          "cursor", "give the next of an earlier page of the same question, or leave it out.");
    }
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

  private static String handoffId(Context ctx) {
    Matcher matcher = HANDOFF_ID.matcher(ctx.pathParam("id"));
    if (!matcher.matches()) {
      throw new HttpProblem(
          400,
          "bad-handoff-id",
          "The handoff id cannot be read",
          "A handoff id is sha256: and 64 hex digits.");
    }
    return "sha256:" + matcher.group(1).toLowerCase(Locale.ROOT);
  }

  private static HttpProblem noSuchHandoff() {
    return HttpProblem.notFound("There is no such handoff.");
  }

  private static boolean isHeldByClient(String ifNoneMatch, String id) {
    return Optional.ofNullable(ifNoneMatch).stream()
        .flatMap(tags -> Pattern.compile(",").splitAsStream(tags))
        .map(String::strip)
        .anyMatch(tag -> tag.equals("*") || tag.replaceFirst("^W/", "").equals("\"" + id + "\""));
  }
}
