package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A real HTTP server that answers with recorded documents in the shapes of docs/http.md. */
final class RecordedLedger implements AutoCloseable {

  /** A request as it arrived. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Request(String method, String target, Headers headers, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** An answer. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Answer(int status, String contentType, byte[] body) {
    static Answer json(int status, String body) {
      return new Answer(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    static Answer problem(int status, String title, String detail) {
      return new Answer(
          status,
          "application/problem+json",
          ("{\"type\":\"https://handoffledger.dev/problems/x\",\"title\":\""
                  + title
                  + "\",\"status\":"
                  + status
                  + ",\"detail\":\""
                  + detail
                  + "\"}")
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Function<Request, Answer>> answers = new ConcurrentHashMap<>();
  private volatile Function<Request, Answer> publishing = RecordedLedger::recorded;

  RecordedLedger() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers a GET of this path and query. */
  RecordedLedger answering(String target, Answer answer) {
    return answering(target, request -> answer);
  }

  /** Answers every GET of this path and query as it comes. */
  RecordedLedger answering(String target, Function<Request, Answer> answer) {
    answers.put(target, answer);
    return this;
  }

  /** Answers every POST with this. */
  RecordedLedger publishing(Function<Request, Answer> answer) {
    publishing = answer;
    return this;
  }

  List<Request> requests() {
    return requests;
  }

  private static Answer nothing(Request request) {
    return Answer.problem(404, "Not found", "There is no such resource.");
  }

  /** What a ledger says that records everything: the session is the document's {@code task_id}. */
  static Answer recorded(Request request) {
    if (request.headers().getFirst("Content-Type").equals("application/x-ndjson")) {
      StringBuilder lines = new StringBuilder();
      int number = 0;
      for (String line : request.text().split("\n", -1)) {
        number++;
        if (!line.isBlank()) {
          ObjectNode outcome = outcome(line);
          outcome.put("line", number);
          lines.append(outcome).append('\n');
        }
      }
      return new Answer(
          200, "application/x-ndjson", lines.toString().getBytes(StandardCharsets.UTF_8));
    }
    return Answer.json(201, outcome(request.text()).toString());
  }

  /** The outcome of a recorded artifact. */
  static ObjectNode outcome(String artifact) {
    JsonNode document;
    try {
      document = JSON.readTree(artifact);
    } catch (IOException e) {
      return rejected("not_json", "", "Send one JSON document.");
    }
    ObjectNode outcome = JSON.createObjectNode();
    outcome.put("outcome", "recorded");
    outcome.put("fact", "recorded");
    outcome.put("id", "sha256:" + "0".repeat(64));
    outcome.put("session", "cortex/" + document.path("task_id").asText());
    outcome.put("kind", "agent_handoff");
    outcome.put("seq", 1);
    outcome.putArray("roles").add("coordinator");
    outcome
        .putObject("link")
        .put("status", "root")
        .put("by", "declared")
        .put("verified", false)
        .put("ambiguous", false);
    outcome.putArray("warnings");
    outcome.putArray("problems");
    return outcome;
  }

  /** The outcome of a refused artifact. */
  static ObjectNode rejected(String code, String pointer, String message) {
    ObjectNode outcome = JSON.createObjectNode();
    outcome.put("outcome", "rejected");
    for (String unknown : List.of("fact", "id", "session", "kind", "seq", "link")) {
      outcome.putNull(unknown);
    }
    outcome.putArray("roles");
    outcome.putArray("warnings");
    outcome
        .putArray("problems")
        .addObject()
        .put("code", code)
        .put("pointer", pointer)
        .put("message", message);
    return outcome;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Request request =
          new Request(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              exchange.getRequestBody().readAllBytes());
      requests.add(request);
      Answer answer =
          request.method().equals("POST")
              ? publishing.apply(request)
              : answers.getOrDefault(request.target(), RecordedLedger::nothing).apply(request);
      exchange.getResponseHeaders().set("Content-Type", answer.contentType());
      exchange.getResponseHeaders().set("Ledger-Position", "0:12,1:7");
      exchange.sendResponseHeaders(
          answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
