package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.events.EventFilter;
import dev.handoffledger.gateway.internal.events.EventStreams;
import dev.handoffledger.gateway.internal.events.RecordedTimes;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The ledger as it goes on, as Server-Sent Events (the HTML standard's event streams). */
public final class EventRoutes {
  static final String MEDIA_TYPE = "text/event-stream";

  private static final String LAST_EVENT_ID = "Last-Event-ID";
  private static final String AFTER = "after";
  private static final String A_POSITION =
      "give the id of an event of this ledger, partition:offset pairs joined by commas, or start for"
          + " all of it.";

  private final EventStreams streams;
  private final LedgerQueries queries;

  public EventRoutes(EventStreams streams, LedgerQueries queries) {
    this.streams = streams;
    this.queries = queries;
  }

  public void register(RoutesConfig routes) {
    routes.get("/v1/events", this::events);
    routes.head("/v1/events", this::head);
  }

  /** The data of an event: the fact as in its session, and what it is a fact about. */
  public static byte[] json(FactView fact, String kind, List<String> roles) {
    return JsonAnswer.bytes(node(fact, kind, roles));
  }

  static ObjectNode node(FactView fact, String kind, List<String> roles) {
    ObjectNode node = ViewJson.fact(fact);
    node.put("session", fact.fact().session());
    node.put("kind", kind);
    node.set("roles", ViewJson.texts(roles));
    return node;
  }

  private void events(Context ctx) {
    Asked asked = asked(ctx);
    ctx.future(
        () -> {
          answerWithStream(ctx);
          return streams.open(output(ctx), asked.filter(), asked.after());
        });
  }

  /** What a stream would begin with. */
  private void head(Context ctx) {
    asked(ctx);
    answerWithStream(ctx);
  }

  private record Asked(EventFilter filter, LedgerPosition after) {}

  private Asked asked(Context ctx) {
    QueryParameters parameters =
        QueryParameters.of(ctx, "role", "session", "kind", "chain", "issue", "project", AFTER);
    requireAccepted(ctx);
    Asked asked =
        new Asked(
            EventFilters.read(parameters, RecordedTimes.ANY, queries), start(ctx, parameters));
    if (!streams.hasRoom()) {
      throw HttpProblem.notAvailable("There are as many event streams as this gateway serves.");
    }
    return asked;
  }

  private static void answerWithStream(Context ctx) {
    ctx.status(200).contentType(MEDIA_TYPE);
    // Proxies that collect what they pass on would keep events back.
    ctx.header("X-Accel-Buffering", "no");
  }

  private static void requireAccepted(Context ctx) {
    String accept = ctx.header("Accept");
    if (accept != null && !accept.contains(MEDIA_TYPE) && !accept.contains("*/*")) {
      throw new HttpProblem(
          406,
          "not-acceptable",
          "The resource has another form",
          "This resource is an event stream: accept " + MEDIA_TYPE + ".");
    }
  }

  /** A client that comes back says how far it was; the address that it asks is still the first. */
  private LedgerPosition start(Context ctx, QueryParameters parameters) {
    String last = ctx.header(LAST_EVENT_ID);
    if (last != null && !last.isBlank()) {
      return position(last.strip(), HttpProblem.badHeader(LAST_EVENT_ID, A_POSITION));
    }
    String after = parameters.text(AFTER);
    return after == null
        ? streams.end()
        : position(after, HttpProblem.badParameter(AFTER, A_POSITION));
  }

  private LedgerPosition position(String id, HttpProblem refusal) {
    try {
      return streams.position(id);
    } catch (IllegalArgumentException e) {
      throw refusal;
    }
  }

  static ServletOutputStream output(Context ctx) {
    try {
      // Past Javalin's own stream, which blocks and compresses.
      return ctx.res().getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
