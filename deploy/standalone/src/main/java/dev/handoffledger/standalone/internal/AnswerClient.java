package dev.handoffledger.standalone.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerPosition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Asks a gateway. Safe for use by several threads. */
final class AnswerClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
  private static final int TRIES = 10;
  private static final int NOT_NOW = 503;

  private final HttpClient http;
  private final String url;

  /**
   * @param url of the gateway, without a slash at its end
   */
  AnswerClient(String url) {
    this.url = url;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
  }

  /**
   * An answer.
   *
   * @param position up to which the gateway had read the ledger at least
   * @param body without what tells of the time of asking
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by isSameAs.
  record Answer(int status, LedgerPosition position, byte[] body) {
    boolean isSameAs(Answer other) {
      return status == other.status && Arrays.equals(body, other.body);
    }
  }

  /**
   * Asks, again and again while the gateway cannot answer now.
   *
   * @throws IOException if the gateway cannot be reached, or does not come to answer
   */
  Answer ask(Question question) throws IOException, InterruptedException {
    return ask(question, LedgerPosition.START);
  }

  /** As {@link #ask(Question)}, once the gateway has read up to a position. */
  Answer ask(Question question, LedgerPosition position) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + question.path()))
            .header("Accept", question.accept())
            .header("Ledger-Position", position.toString())
            .timeout(TIMEOUT)
            .build();
    HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    for (int tries = 1; response.statusCode() == NOT_NOW && tries < TRIES; tries++) {
      LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }
    if (response.statusCode() == NOT_NOW) {
      throw new IOException(url + " cannot answer " + question.path() + " now");
    }
    return new Answer(
        response.statusCode(),
        position(response.headers().firstValue("Ledger-Position")),
        question.isTimed() ? timeless(response.body()) : response.body());
  }

  private LedgerPosition position(Optional<String> header) throws IOException {
    try {
      return LedgerPosition.parse(header.orElse(""));
    } catch (IllegalArgumentException e) {
      throw new IOException("what answers at " + url + " is no gateway of a ledger", e);
    }
  }

  /** Without how long each item has been waiting until now. */
  private static byte[] timeless(byte[] body) throws IOException {
    JsonNode document = JSON.readTree(body);
    document.path("items").forEach(item -> ((ObjectNode) item).remove("waiting_seconds"));
    return JSON.writeValueAsBytes(document);
  }
}
