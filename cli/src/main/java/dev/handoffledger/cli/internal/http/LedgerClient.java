package dev.handoffledger.cli.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A client of the gateway, as {@code docs/http.md} describes it. Safe for use by several threads.
 *
 * <p>Every method throws {@link LedgerUnreachableException} if no usable answer comes, and {@link
 * LedgerAnswerException} if the answer's status is an error.
 *
 * <p>It uses {@link HttpURLConnection}: the classes of {@code java.net.http} and of the TLS that it
 * prepares for every URL take longer to load than the ledger takes to answer.
 */
public final class LedgerClient {
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final Duration MAX_CONNECT = Duration.ofSeconds(10);

  /** Several of the server's heartbeats. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

  private static final Duration LONGEST_TOOL_CALL = Duration.ofMinutes(1);
  private static final int BUFFER = 16 * 1024;

  /** MCP's status for a message that asks for no answer. */
  private static final int NO_ANSWER = 202;

  private static final Set<Integer> DONE = Set.of(200, 201);
  private static final Set<Integer> RECORDED = Set.of(200, 201, 202);
  private static final Set<Integer> PUBLISHED = Set.of(200, 201, 202, 422);

  private final URI url;
  private final Duration timeout;
  private final String publisher;
  private final String claimToken;
  private final ObjectMapper json;

  /**
   * @param url of the gateway, without a slash at its end
   * @param publisher sent with everything that is to be recorded under that name
   * @param timeout for one request
   */
  public LedgerClient(URI url, String publisher, Duration timeout, ObjectMapper json) {
    this.url = url;
    this.publisher = publisher;
    this.claimToken = null;
    this.timeout = timeout;
    this.json = json;
  }

  private LedgerClient(LedgerClient other, String claimToken) {
    this.url = other.url;
    this.publisher = other.publisher;
    this.claimToken = claimToken;
    this.timeout = other.timeout;
    this.json = other.json;
  }

  /**
   * The same client, for a publisher who holds what it answers.
   *
   * @param token the token of the lease, sent with every artifact
   */
  public LedgerClient withClaimToken(String token) {
    return new LedgerClient(this, token);
  }

  /** Publishes one artifact, byte for byte. Returns the outcome, a rejection's too. */
  public JsonNode publish(byte[] artifact) {
    return parse(post(JSON, artifact));
  }

  /** Publishes artifacts, one a line. Returns an outcome for each line that is not blank. */
  public List<JsonNode> publishLines(byte[] lines) {
    byte[] answer = post("application/x-ndjson", lines);
    List<JsonNode> outcomes = new ArrayList<>();
    for (String line : new String(answer, StandardCharsets.UTF_8).split("\n", -1)) {
      if (!line.isBlank()) {
        outcomes.add(parse(line.getBytes(StandardCharsets.UTF_8)));
      }
    }
    return outcomes;
  }

  /** Gets a document that may be absent: empty if the server has none (404). */
  public Optional<byte[]> find(Query query, String... path) {
    try {
      return Optional.of(get(query, path));
    } catch (LedgerAnswerException answer) {
      if (answer.status() == 404) {
        return Optional.empty();
      }
      throw answer;
    }
  }

  /**
   * Gets a document.
   *
   * @param path its segments, not encoded
   */
  public byte[] get(Query query, String... path) {
    return get(JSON, query, path);
  }

  /**
   * Gets a document in one of the forms that the server has of it.
   *
   * @param mediaType of the form
   * @param path its segments, not encoded
   */
  public byte[] get(String mediaType, Query query, String... path) {
    return bodyOf(send(target(query, path), headers(mediaType), null, timeout), Set.of(200));
  }

  /** Asks for something to be done. */
  public byte[] ask(JsonNode body, String... path) {
    return ask(body, null, Duration.ZERO, path);
  }

  /**
   * Asks for something to be done that may take its time.
   *
   * @param key the request's idempotency key, or null
   * @param patience how much longer than for other answers to wait
   * @param path its segments, not encoded
   */
  public byte[] ask(JsonNode body, String key, Duration patience, String... path) {
    Map<String, String> headers = headers(JSON);
    headers.put("Content-Type", JSON);
    if (key != null) {
      headers.put("Idempotency-Key", key);
    }
    return bodyOf(
        send(target(new Query(), path), headers, bytes(body), timeout.plus(patience)), DONE);
  }

  /**
   * Has something recorded under the publisher's name. Returns the outcome, one that is pending
   * too; what is rejected is an error (422).
   *
   * @param key the request's idempotency key
   * @param path its segments, not encoded
   */
  public byte[] record(JsonNode body, String key, Query query, String... path) {
    Map<String, String> headers = headers(JSON);
    headers.put("Content-Type", JSON);
    headers.put("Handoff-Publisher", publisher);
    headers.put("Idempotency-Key", key);
    return bodyOf(send(target(query, path), headers, bytes(body), timeout), RECORDED);
  }

  /**
   * Carries one MCP message.
   *
   * @param protocolVersion what was agreed on, or null before
   * @return the answer, or empty if the message asks for none
   */
  public Optional<byte[]> exchangeMcp(byte[] message, String protocolVersion) {
    Map<String, String> headers = headers(JSON + ", text/event-stream");
    headers.put("Content-Type", JSON);
    if (protocolVersion != null) {
      headers.put("MCP-Protocol-Version", protocolVersion);
    }
    Answer answer = send(target(new Query(), "mcp"), headers, message, longestExchange());
    return answer.status() == NO_ANSWER ? Optional.empty() : Optional.of(bodyOf(answer, DONE));
  }

  /**
   * Listens to the server's events until the stream ends, or the listener wants no more.
   *
   * @param lastEventId of the event to go on after, or null for where the query begins
   * @param listener takes every frame, and says whether it wants more
   */
  public void listen(Query query, String lastEventId, Predicate<ServerEvent> listener) {
    Map<String, String> headers = headers("text/event-stream");
    if (lastEventId != null) {
      headers.put("Last-Event-ID", lastEventId);
    }
    try {
      HttpURLConnection connection =
          connect(target(query, "v1", "events"), headers, null, LONGEST_SILENCE);
      if (connection.getResponseCode() != 200) {
        bodyOf(answer(connection, System.nanoTime() + timeout.toNanos()), Set.of(200));
      }
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
        EventFrameReader frames = new EventFrameReader(in);
        ServerEvent event = frames.next();
        while (event != null && listener.test(event)) {
          event = frames.next();
        }
      }
    } catch (IOException e) {
      throw new LedgerUnreachableException(
          "The event stream of the ledger at " + url + " broke off.", e);
    }
  }

  /** Has the ledger replayed until the answer ends, or the listener wants no more. */
  public void replay(Query query, ReplayListener listener) {
    try {
      HttpURLConnection connection =
          connect(
              target(query, "v1", "ledger"),
              headers("application/x-ndjson"),
              null,
              LONGEST_SILENCE);
      if (connection.getResponseCode() != 200) {
        bodyOf(answer(connection, System.nanoTime() + timeout.toNanos()), Set.of(200));
      }
      String end = connection.getHeaderField("Ledger-Position");
      listener.begun(end == null ? "" : end);
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
        String line = in.readLine();
        while (line != null
            && listener.line((ObjectNode) parse(line.getBytes(StandardCharsets.UTF_8)))) {
          line = in.readLine();
        }
      }
    } catch (IOException e) {
      throw new LedgerUnreachableException("The replay of the ledger at " + url + " broke off.", e);
    }
  }

  /** How long {@link #exchangeMcp} takes at most. */
  public Duration longestExchange() {
    return timeout.plus(LONGEST_TOOL_CALL);
  }

  /** Reads an answer of this client. */
  public JsonNode parse(byte[] document) {
    try {
      JsonNode tree = json.readTree(document);
      if (tree.isObject()) {
        return tree;
      }
    } catch (IOException e) {
      throw new LedgerUnreachableException(notALedger(), e);
    }
    throw new LedgerUnreachableException(notALedger());
  }

  private byte[] post(String contentType, byte[] body) {
    Map<String, String> headers = headers(JSON);
    headers.put("Content-Type", contentType);
    headers.put("Handoff-Publisher", publisher);
    if (claimToken != null) {
      headers.put("Handoff-Claim-Token", claimToken);
    }
    return bodyOf(send(target(new Query(), "v1", "handoffs"), headers, body, timeout), PUBLISHED);
  }

  private static Map<String, String> headers(String accept) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", accept);
    return headers;
  }

  private static byte[] bytes(JsonNode body) {
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private URI target(Query query, String... path) {
    StringBuilder target = new StringBuilder(url.toString());
    for (String segment : path) {
      target.append('/').append(Query.encode(segment));
    }
    return URI.create(target.append(query).toString());
  }

  /** An answer as it came. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Answer(int status, String contentType, byte[] body) {}

  private Answer send(URI target, Map<String, String> headers, byte[] body, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      HttpURLConnection connection = connect(target, headers, body, patience);
      if (body != null) {
        try (OutputStream out = connection.getOutputStream()) {
          out.write(body);
        }
      }
      return answer(connection, deadline);
    } catch (SocketTimeoutException e) {
      throw new LedgerUnreachableException(
          "The ledger at "
              + url
              + " did not answer within "
              + timeout.toSeconds()
              + " s. Try again, or wait longer with --timeout.",
          e);
    } catch (HttpRetryException e) {
      // What a request with a body gets instead of an answer that asks for a login.
      throw new LedgerAnswerException(
          e.responseCode(), "HTTP status " + e.responseCode(), new byte[0]);
    } catch (IOException e) {
      throw new LedgerUnreachableException(
          "The connection to the ledger at "
              + url
              + " broke ("
              + e.getClass().getSimpleName()
              + "). Look whether the server still runs, and that the URL's scheme is right.",
          e);
    }
  }

  private HttpURLConnection connect(
      URI target, Map<String, String> headers, byte[] body, Duration patience) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) target.toURL().openConnection();
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setConnectTimeout((int) Math.min(patience.toMillis(), MAX_CONNECT.toMillis()));
    connection.setReadTimeout((int) Math.min(patience.toMillis(), Integer.MAX_VALUE));
    headers.forEach(connection::setRequestProperty);
    if (body != null) {
      connection.setDoOutput(true);
      // A body of a known length is never sent a second time behind the caller's back.
      connection.setFixedLengthStreamingMode(body.length);
    }
    try {
      connection.connect();
    } catch (ConnectException
        | NoRouteToHostException
        | UnknownHostException
        | SocketTimeoutException e) {
      throw new LedgerUnreachableException(
          "Cannot reach the ledger at "
              + url
              + ". Start one on this machine with `./handoff up`, or name another with --url,"
              + " HANDOFF_URL or `handoff context`.",
          e);
    }
    return connection;
  }

  private Answer answer(HttpURLConnection connection, long deadline) throws IOException {
    int status = connection.getResponseCode();
    if (status < 0) {
      throw new LedgerUnreachableException(notALedger());
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    InputStream source = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
    if (source != null) {
      try (InputStream in = source) {
        byte[] buffer = new byte[BUFFER];
        int read;
        while ((read = in.read(buffer)) >= 0) {
          body.write(buffer, 0, read);
          if (System.nanoTime() - deadline > 0) {
            throw new SocketTimeoutException("the answer takes too long");
          }
        }
      }
    }
    String contentType = connection.getContentType();
    return new Answer(status, contentType == null ? "" : contentType, body.toByteArray());
  }

  private byte[] bodyOf(Answer answer, Set<Integer> wanted) {
    if (wanted.contains(answer.status())) {
      return answer.body();
    }
    if (answer.status() == 404 && !answer.contentType().startsWith(PROBLEM)) {
      throw new LedgerUnreachableException(notALedger());
    }
    throw new LedgerAnswerException(
        answer.status(),
        problemText(answer.body()).orElse("HTTP status " + answer.status()),
        answer.body());
  }

  private Optional<String> problemText(byte[] body) {
    JsonNode problem;
    try {
      problem = json.readTree(new String(body, StandardCharsets.UTF_8));
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
    String title = problem.path("title").asText("");
    String detail = problem.path("detail").asText("");
    String text = title.isEmpty() || detail.isEmpty() ? title + detail : title + ": " + detail;
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private String notALedger() {
    return "What answers at "
        + url
        + " is not a Handoff Ledger server. `handoff context show` says where its URL comes from.";
  }
}
