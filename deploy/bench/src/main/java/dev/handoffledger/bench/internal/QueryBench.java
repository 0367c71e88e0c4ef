package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.schemas.HandoffReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;

/** Asks for sessions, lineages, a packet and an inbox, in process and over HTTP. */
final class QueryBench {
  /** A session of many handoffs, beside the many sessions of one. */
  static final String LONG_SESSION = "long";

  private static final long STEP = 7_919;
  private static final String ROLE = "builder-refactor";
  private static final int LAST = 20;

  private final Artifacts artifacts;
  private final int calls;
  private final HandoffReader reader = new HandoffReader();
  private final HttpClient http = HttpClient.newHttpClient();

  /**
   * @param calls of each question; a tenth more come first and are not counted
   */
  QueryBench(Artifacts artifacts, int calls) {
    this.artifacts = artifacts;
    this.calls = calls;
  }

  /** Asks a ledger that holds all artifacts made so far. */
  ObjectNode ask(ReadSide side) {
    ObjectNode figures = JsonNodeFactory.instance.objectNode();
    figures.set("in_process", inProcess(side.queries()));
    figures.set("over_http", overHttp(side.url()));
    return figures;
  }

  /** Asks for a session over HTTP, once. */
  void askOnce(ReadSide side) {
    get(side.url() + "/v1/sessions/codelens/" + sessionId(0) + "?limit=20");
  }

  private ObjectNode inProcess(LedgerQueries queries) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    String longSession = Artifacts.CODELENS + LONG_SESSION;
    node.set("session", timed(i -> queries.session(session(i)).orElseThrow(), i -> i));
    node.set(
        "last_20_of_a_session",
        timed(
            i -> {
              if (queries.facts(longSession, null, LAST).items().size() != LAST) {
                throw new IllegalStateException("the long session is not there");
              }
              return LAST;
            },
            i -> i));
    node.set(
        "lineage",
        timed(
            id -> queries.lineage(id, Lineage.Direction.UP, 10, 100).orElseThrow(),
            this::idOfResult));
    node.set(
        "packet",
        timed(i -> queries.issue(Artifacts.ISSUE, null).issues().get(0).packet(), i -> i));
    node.set("inbox", timed(i -> queries.open(ROLE, null, LAST).items().get(0), i -> i));
    return node;
  }

  private ObjectNode overHttp(String url) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    String sessions = url + "/v1/sessions/codelens/";
    node.set("session", timed(this::get, i -> sessions + sessionId(i) + "?limit=20"));
    node.set("last_20_of_a_session", timed(this::get, i -> sessions + LONG_SESSION + "?limit=20"));
    node.set(
        "lineage",
        timed(
            this::get,
            i ->
                url
                    + "/v1/handoffs/"
                    + URLEncoder.encode(idOfResult(i), StandardCharsets.UTF_8)
                    + "/lineage?direction=up"));
    node.set("packet", timed(this::get, i -> url + "/v1/issues/" + Artifacts.ISSUE + "/packet"));
    node.set("inbox", timed(this::get, i -> url + "/v1/roles/" + ROLE + "?limit=20"));
    return node;
  }

  private byte[] get(String url) {
    try {
      HttpResponse<byte[]> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(url + " answered " + answer.statusCode());
      }
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** What is asked is prepared before the clock runs. */
  private <T> ObjectNode timed(Function<T, Object> ask, LongFunction<T> question) {
    Histogram nanos = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
    int before = calls / 10 + 1;
    for (int i = 0; i < before + calls; i++) {
      T asked = question.apply(i);
      long start = System.nanoTime();
      Objects.requireNonNull(ask.apply(asked));
      long took = System.nanoTime() - start;
      if (i >= before) {
        nanos.recordValue(took);
      }
    }
    return Figures.milliseconds(nanos);
  }

  private String session(long call) {
    return Artifacts.CODELENS + sessionId(call);
  }

  private String sessionId(long call) {
    return Artifacts.session(call * STEP % artifacts.made());
  }

  private String idOfResult(long call) {
    long number = call * STEP % artifacts.made() | 1;
    return Artifacts.id(reader, artifacts.numbered(number));
  }
}
