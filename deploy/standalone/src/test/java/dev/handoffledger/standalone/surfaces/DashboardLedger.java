package dev.handoffledger.standalone.surfaces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.standalone.StandaloneLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A ledger of its own with what a test publishes, over HTTP as anybody does. */
final class DashboardLedger implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path data;
  private StandaloneLedger ledger;

  DashboardLedger(Path folder) throws IOException, InterruptedException {
    data = folder.resolve("data");
    ledger = StandaloneLedger.start(data, 0);
  }

  /** Stops it and starts it again, at the same address. */
  void restart() throws IOException, InterruptedException {
    int port = URI.create(url()).getPort();
    ledger.close();
    ledger = StandaloneLedger.start(data, port);
  }

  String url() {
    return ledger.url();
  }

  /** Publishes every file of the corpus in order, good and bad. */
  void publishCorpus() throws IOException, InterruptedException {
    for (JsonNode expected : JSON.readTree(resource("EXPECTED.json"))) {
      publish(resource(expected.path("file").asText()));
    }
  }

  static byte[] resource(String name) throws IOException {
    try (InputStream in = DashboardLedger.class.getResourceAsStream("/corpus/" + name)) {
      if (in == null) {
        throw new IOException("no " + name + " in the corpus");
      }
      return in.readAllBytes();
    }
  }

  JsonNode publish(byte[] artifact) throws IOException, InterruptedException {
    return post("/v1/handoffs", "application/json", artifact);
  }

  JsonNode publish(JsonNode artifact) throws IOException, InterruptedException {
    return publish(JSON.writeValueAsBytes(artifact));
  }

  /** Publishes what is refused, and gives the position of its rejection once that is listed. */
  String reject(byte[] artifact) throws IOException, InterruptedException {
    JsonNode outcome = publish(artifact);
    if (!outcome.path("outcome").asText().equals("rejected")) {
      throw new AssertionError("it is not refused: " + outcome);
    }
    String hash = Sha256.hex(artifact);
    return await(
            "/v1/rejections?limit=1",
            answer -> answer.at("/items/0/raw_sha256").asText().equals(hash))
        .at("/items/0/position")
        .textValue();
  }

  /** Publishes many artifacts, those whose outcome is not known again, until all are recorded. */
  void publishAll(List<? extends JsonNode> artifacts) throws IOException, InterruptedException {
    List<JsonNode> left = new ArrayList<>(artifacts);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!left.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(left.size() + " artifacts are not recorded");
      }
      List<JsonNode> pending = new ArrayList<>();
      for (JsonNode outcome : publishOnce(left)) {
        switch (outcome.path("outcome").asText()) {
          case "pending" -> pending.add(left.get(outcome.path("line").asInt() - 1));
          case "recorded", "duplicate" -> {}
          default -> throw new AssertionError("it is not recorded: " + outcome);
        }
      }
      left = pending;
    }
  }

  private List<JsonNode> publishOnce(List<JsonNode> artifacts)
      throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder();
    artifacts.forEach(artifact -> lines.append(artifact).append('\n'));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/v1/handoffs"))
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofString(lines.toString()))
            .build();
    List<JsonNode> outcomes = new ArrayList<>();
    String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    for (String line : body.split("\n")) {
      outcomes.add(JSON.readTree(line));
    }
    return outcomes;
  }

  JsonNode claim(String role, String holder) throws IOException, InterruptedException {
    String body = JSON.createObjectNode().put("holder", holder).toString();
    return post(
        "/v1/roles/" + role + "/claims", "application/json", body.getBytes(StandardCharsets.UTF_8));
  }

  void release(JsonNode lease) throws IOException, InterruptedException {
    String token = lease.path("token").textValue();
    JsonNode released =
        post("/v1/claims/" + token + "/release", "application/json", new byte[] {'{', '}'});
    if (!released.at("/ended/how").asText().equals("released")) {
      throw new AssertionError("it is not released: " + released);
    }
  }

  private JsonNode post(String path, String type, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", type)
            .header("Handoff-Publisher", "tester")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path)).build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
  }

  /** Asks until the answer is as it must become: links across partitions take a moment. */
  JsonNode await(String path, Predicate<JsonNode> condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      JsonNode answer;
      try {
        answer = get(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (condition.test(answer)) {
        return answer;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError(path + " stays " + answer);
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  @Override
  public void close() {
    ledger.close();
  }
}
