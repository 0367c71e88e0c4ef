package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.events.EventFilter;
import dev.handoffledger.gateway.internal.events.RecordedTimes;
import dev.handoffledger.gateway.internal.events.Replays;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The ledger as it was recorded, for those who replay it: facts as NDJSON, up to a position. */
public final class LedgerRoutes {
  static final String MEDIA_TYPE = "application/x-ndjson";

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final String A_POSITION =
      "give a position of this ledger, partition:offset pairs joined by commas, as a line of an"
          + " earlier answer has it.";

  private final Replays replays;
  private final LedgerQueries queries;
  private final LedgerPositions positions;

  public LedgerRoutes(Replays replays, LedgerQueries queries) {
    this.replays = replays;
    this.queries = queries;
    this.positions = new LedgerPositions(queries);
  }

  public void register(RoutesConfig routes) {
    routes.get("/v1/ledger", this::ledger);
    routes.head("/v1/ledger", this::head);
  }

  /** The line of a fact: the fact as an event has it, and the position that includes it. */
  public static byte[] json(FactView fact, String kind, List<String> roles, String position) {
    ObjectNode node = EventRoutes.node(fact, kind, roles);
    node.put("position", position);
    return JsonAnswer.bytes(node);
  }

  private void ledger(Context ctx) throws InterruptedException {
    Asked asked = asked(ctx);
    ctx.future(
        () -> {
          answerWithLines(ctx, asked);
          return replays.open(EventRoutes.output(ctx), asked.filter(), asked.after(), asked.end());
        });
  }

  private void head(Context ctx) throws InterruptedException {
    answerWithLines(ctx, asked(ctx));
  }

  private record Asked(EventFilter filter, LedgerPosition after, LedgerPosition end) {}

  private Asked asked(Context ctx) throws InterruptedException {
    QueryParameters parameters =
        QueryParameters.of(
            ctx, "role", "session", "kind", "chain", "issue", "project", "since", "until", "after",
            "to");
    positions.await(ctx);
    RecordedTimes times = new RecordedTimes(parameters.time("since"), parameters.time("until"));
    EventFilter filter = EventFilters.read(parameters, times, queries);
    LedgerPosition after = position(parameters, "after", LedgerPosition.START);
    LedgerPosition end = end(position(parameters, "to", null));
    if (!replays.hasRoom()) {
      throw HttpProblem.notAvailable("There are as many replays as this gateway serves.");
    }
    return new Asked(filter, after, end);
  }

  private LedgerPosition position(
      QueryParameters parameters, String name, LedgerPosition ifAbsent) {
    String text = parameters.text(name);
    if (text == null) {
      return ifAbsent;
    }
    try {
      return replays.position(text);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badParameter(name, A_POSITION);
    }
  }

  /** Where it ends: what has been read now, or as much of that as is asked for. */
  private LedgerPosition end(LedgerPosition to) throws InterruptedException {
    if (to != null && !queries.waitFor(to, WAIT)) {
      throw HttpProblem.notAvailable(
          "The projections have not read up to the position that was asked for; ask again.");
    }
    LedgerPosition read = queries.position();
    if (to == null) {
      if (!replays.isOfAllPartitions(read)) {
        throw HttpProblem.notAvailable(
            "The projections do not tell now how far they have read every partition; ask again.");
      }
      return read;
    }
    SortedMap<Integer, Long> offsets = new TreeMap<>(to.offsets());
    offsets.keySet().retainAll(read.offsets().keySet());
    return new LedgerPosition(offsets);
  }

  private static void answerWithLines(Context ctx, Asked asked) {
    ctx.status(200).contentType(MEDIA_TYPE);
    ctx.header(LedgerPositions.HEADER, asked.end().toString());
    // Proxies that collect what they pass on would keep lines back.
    ctx.header("X-Accel-Buffering", "no");
  }
}
