package dev.handoffledger.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.cli.HandoffCommand;
import dev.handoffledger.projections.LedgerPosition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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
  private final String url;
  private final String bootstrapServers;
  private final Runnable close;
  private final List<JsonNode> outcomes = new ArrayList<>();
  private final int exitCode;

  /** One of its own. */
  static CorpusLedger start(Path folder) throws IOException, InterruptedException {
    return start(folder, StandaloneLedger.Options.DEFAULT);
  }

  /** One of its own. */
  static CorpusLedger start(Path folder, StandaloneLedger.Options options)
      throws IOException, InterruptedException {
    StandaloneLedger ledger = StandaloneLedger.start(folder.resolve("data"), 0, options);
    return new CorpusLedger(folder, ledger.url(), ledger.bootstrapServers(), ledger::close);
  }

  /** One that somebody else has started, which has nothing of the corpus yet. */
  static CorpusLedger running(Path folder, String url, String bootstrapServers) throws IOException {
    return new CorpusLedger(folder, url, bootstrapServers, () -> {});
  }

  private CorpusLedger(Path folder, String url, String bootstrapServers, Runnable close)
      throws IOException {
    this.url = url;
    this.bootstrapServers = bootstrapServers;
    this.close = close;
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

  String url() {
    return url;
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  JsonNode publish(byte[] artifact) {
    return json(
        new String(
            send(HttpRequest.newBuilder(URI.create(url + "/v1/handoffs"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(artifact))
                    .build())
                .body()));
  }

  HttpResponse<byte[]> get(String path) {
    return send(HttpRequest.newBuilder(URI.create(url + path)).build());
  }

  JsonNode getJson(String path) {
    return json(new String(get(path).body()));
  }

  /** The facts that the event stream tells of from the ledger's beginning to where it is now. */
  List<JsonNode> events(String filter) {
    LedgerPosition now =
        LedgerPosition.parse(
            get("/v1/roles").headers().firstValue("Ledger-Position").orElseThrow());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/v1/events?after=start" + filter)).build();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), UTF_8))) {
      return factsUntil(now, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static List<JsonNode> factsUntil(LedgerPosition end, BufferedReader lines)
      throws IOException {
    List<JsonNode> facts = new ArrayList<>();
    boolean isAtEnd = false;
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        throw new IOException("the stream ended after " + facts.size() + " facts");
      } else if (line.startsWith("id: ")) {
        isAtEnd = position(line.substring(4)).reaches(end);
      } else if (line.startsWith("data: ")) {
        facts.add(json(line.substring(6)));
      } else if (line.isEmpty() && isAtEnd) {
        return facts;
      }
    }
  }

  private static LedgerPosition position(String id) {
    return id.equals("start") ? LedgerPosition.START : LedgerPosition.parse(id);
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
    arguments.addAll(List.of("--url", url));
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

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }

  @Override
  public void close() {
    close.run();
  }
}
