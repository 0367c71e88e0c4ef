package dev.handoffledger.standalone.guarantees;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A ledger's HTTP API, for tests. */
public final class LedgerHttp {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;
  private final Duration timeout;

  public LedgerHttp(String url) {
    this(url, PATIENCE);
  }

  /**
   * @param timeout of a request
   */
  public LedgerHttp(String url, Duration timeout) {
    this.url = url;
    this.timeout = timeout;
  }

  /** An answer with its body, which is missing if it has none. */
  public record Answer(int status, JsonNode body) {}

  public Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET().build());
  }

  public Answer post(String path, String json) throws IOException, InterruptedException {
    return post(path, json.getBytes(StandardCharsets.UTF_8));
  }

  public Answer post(String path, byte[] json) throws IOException, InterruptedException {
    BodyPublisher body = BodyPublishers.ofByteArray(json);
    return send(request(path).header("Content-Type", "application/json").POST(body).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(timeout);
  }

  private Answer send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), JSON.readTree(response.body()));
  }
}
