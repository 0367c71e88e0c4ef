package dev.handoffledger.cli.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A client of the gateway, as {@code docs/http.md} describes it. Safe for use by several threads.
 *
 * <p>Every method throws {@link LedgerUnreachableException} if no usable answer comes, and {@link
 * LedgerAnswerException} if the answer's status is an error.
 */
public final class LedgerClient {
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final Duration MAX_CONNECT = Duration.ofSeconds(10);
  private static final Duration LONGEST_TOOL_CALL = Duration.ofMinutes(1);
  private static final Set<Integer> DONE = Set.of(200, 201);
  private static final Set<Integer> RECORDED = Set.of(200, 201, 202);
  private static final Set<Integer> PUBLISHED = Set.of(200, 201, 202, 422);

  private final URI url;
  private final Duration timeout;
  private final String publisher;
  private final String claimToken;
  private final ObjectMapper json;
  private final HttpClient http;

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
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout.compareTo(MAX_CONNECT) < 0 ? timeout : MAX_CONNECT);
    if (url.getScheme().equalsIgnoreCase("http")) {
      builder.sslContext(trustingNobody());
    }
    this.http = builder.build();
  }

  private LedgerClient(LedgerClient other, String claimToken) {
    this.url = other.url;
    this.publisher = other.publisher;
    this.claimToken = claimToken;
    this.timeout = other.timeout;
    this.json = other.json;
    this.http = other.http;
  }

  /**
   * The same client, for a publisher who holds what it answers.
   *
   * @param token the token of the lease, sent with every artifact
   */
  public LedgerClient withClaimToken(String token) {
    return new LedgerClient(this, token);
  }

  /**
   * For a client that makes no TLS connection: reading the certificates that Java trusts would take
   * a large part of a command's time.
   */
  private static SSLContext trustingNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS", e);
    }
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
    HttpRequest request = request(query, path).setHeader("Accept", mediaType).GET().build();
    HttpResponse<byte[]> answer = send(request);
    if (answer.statusCode() != 200) {
      throw error(answer);
    }
    return answer.body();
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
    HttpRequest.Builder request =
        request(patience, new Query(), path)
            .header("Content-Type", JSON)
            .POST(BodyPublishers.ofString(body.toString()));
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    HttpResponse<byte[]> answer = send(request.build());
    if (!DONE.contains(answer.statusCode())) {
      throw error(answer);
    }
    return answer.body();
  }

  /**
   * Has something recorded under the publisher's name. Returns the outcome, one that is pending
   * too; what is rejected is an error (422).
   *
   * @param key the request's idempotency key
   * @param path its segments, not encoded
   */
  public byte[] record(JsonNode body, String key, Query query, String... path) {
    HttpRequest request =
        request(query, path)
            .header("Content-Type", JSON)
            .header("Handoff-Publisher", publisher)
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    HttpResponse<byte[]> answer = send(request);
    if (!RECORDED.contains(answer.statusCode())) {
      throw error(answer);
    }
    return answer.body();
  }

  /**
   * Carries one MCP message.
   *
   * @param protocolVersion what was agreed on, or null before
   * @return the answer, or empty if the message asks for none
   */
  public Optional<byte[]> exchangeMcp(byte[] message, String protocolVersion) {
    HttpRequest.Builder request =
        request(LONGEST_TOOL_CALL, new Query(), "mcp")
            .setHeader("Accept", JSON + ", text/event-stream")
            .header("Content-Type", JSON)
            .POST(BodyPublishers.ofByteArray(message));
    if (protocolVersion != null) {
      request.header("MCP-Protocol-Version", protocolVersion);
    }
    HttpResponse<byte[]> answer = send(request.build());
    return switch (answer.statusCode()) {
      case 200 -> Optional.of(answer.body());
      case 202 -> Optional.empty();
      default -> throw error(answer);
    };
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
    HttpRequest.Builder request =
        request(new Query(), "v1", "handoffs")
            .header("Content-Type", contentType)
            .header("Handoff-Publisher", publisher)
            .POST(BodyPublishers.ofByteArray(body));
    if (claimToken != null) {
      request.header("Handoff-Claim-Token", claimToken);
    }
    HttpResponse<byte[]> answer = send(request.build());
    if (!PUBLISHED.contains(answer.statusCode())) {
      throw error(answer);
    }
    return answer.body();
  }

  private HttpRequest.Builder request(Query query, String... path) {
    return request(Duration.ZERO, query, path);
  }

  private HttpRequest.Builder request(Duration patience, Query query, String... path) {
    StringBuilder target = new StringBuilder(url.toString());
    for (String segment : path) {
      target.append('/').append(Query.encode(segment));
    }
    return HttpRequest.newBuilder(URI.create(target.append(query).toString()))
        .timeout(timeout.plus(patience))
        .header("Accept", JSON);
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofByteArray());
    } catch (HttpConnectTimeoutException | ConnectException e) {
      throw new LedgerUnreachableException(
          "Cannot reach the ledger at "
              + url
              + ". Start one on this machine with `./handoff up`, or name another with --url or"
              + " HANDOFF_URL.",
          e);
    } catch (HttpTimeoutException e) {
      throw new LedgerUnreachableException(
          "The ledger at "
              + url
              + " did not answer within "
              + timeout.toSeconds()
              + " s. Try again, or wait longer with --timeout.",
          e);
    } catch (IOException e) {
      throw new LedgerUnreachableException(
          "The connection to the ledger at "
              + url
              + " broke ("
              + e.getClass().getSimpleName()
              + "). Look whether the server still runs, and that the URL's scheme is right.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LedgerUnreachableException("Interrupted before the ledger answered.", e);
    }
  }

  private RuntimeException error(HttpResponse<byte[]> answer) {
    boolean problem = answer.headers().firstValue("Content-Type").orElse("").startsWith(PROBLEM);
    if (answer.statusCode() == 404 && !problem) {
      return new LedgerUnreachableException(notALedger());
    }
    return new LedgerAnswerException(
        answer.statusCode(),
        problemText(answer.body()).orElse("HTTP status " + answer.statusCode()),
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
        + " is not a Handoff Ledger server. Check --url or HANDOFF_URL.";
  }
}
