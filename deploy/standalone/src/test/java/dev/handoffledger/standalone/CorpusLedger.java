package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.cli.HandoffCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A ledger to which the corpus was published in order with the command line. */
public final class CorpusLedger implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final StandaloneLedger ledger;
  private final List<JsonNode> outcomes = new ArrayList<>();
  private final int exitCode;

  CorpusLedger(Path folder) throws IOException, InterruptedException {
    ledger = StandaloneLedger.start(folder.resolve("data"), 0);
    List<String> arguments = new ArrayList<>(List.of("publish", "-o", "json"));
    for (JsonNode expected : expectations()) {
      String file = expected.path("file").asText();
      arguments.add(Files.write(folder.resolve(file), file(file)).toString());
    }
    CapturedTerminal terminal = new CapturedTerminal();
    exitCode = run(terminal, arguments);
    for (String line : terminal.out().split("\n")) {
      outcomes.add(json(line));
    }
  }

  /** What became of each file, in order. */
  List<JsonNode> outcomes() {
    return outcomes;
  }

  /** The exit code of publishing. */
  int exitCode() {
    return exitCode;
  }

  /** The id of the handoff that a file of the corpus became. */
  String id(String file) throws IOException {
    List<String> files =
        expectations().stream().map(expected -> expected.path("file").asText()).toList();
    return outcomes.get(files.indexOf(file)).path("id").textValue();
  }

  String bootstrapServers() {
    return ledger.bootstrapServers();
  }

  JsonNode publish(byte[] artifact) {
    return json(
        new String(
            send(HttpRequest.newBuilder(URI.create(ledger.url() + "/v1/handoffs"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(artifact))
                    .build())
                .body()));
  }

  HttpResponse<byte[]> get(String path) {
    return send(HttpRequest.newBuilder(URI.create(ledger.url() + path)).build());
  }

  JsonNode getJson(String path) {
    return json(new String(get(path).body()));
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What a command prints; it must end well. */
  String command(String... command) {
    CapturedTerminal terminal = new CapturedTerminal();
    assertThat(run(terminal, List.of(command))).as(String.join(" ", command)).isZero();
    return terminal.out();
  }

  private int run(CapturedTerminal terminal, List<String> command) {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(List.of("--url", ledger.url()));
    return HandoffCommand.run(terminal.terminal(), arguments.toArray(String[]::new));
  }

  static List<JsonNode> expectations() throws IOException {
    List<JsonNode> expectations = new ArrayList<>();
    JSON.readTree(file("EXPECTED.json")).forEach(expectations::add);
    return expectations;
  }

  /** A file of the corpus. */
  public static byte[] file(String name) throws IOException {
    try (InputStream in = CorpusLedger.class.getResourceAsStream("/corpus/" + name)) {
      if (in == null) {
        throw new IOException("no " + name + " in the corpus");
      }
      return in.readAllBytes();
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }

  @Override
  public void close() {
    ledger.close();
  }
}
