package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.cli.HandoffCommand;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Publishes the corpus in order with the command line, and asks what became of it. */
class CorpusEndToEndTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;

  private static StandaloneLedger ledger;
  private static List<JsonNode> outcomes;
  private static int exitCode;

  @BeforeAll
  static void publishTheCorpus() throws Exception {
    ledger = StandaloneLedger.start(folder.resolve("data"), 0);
    List<String> arguments =
        new ArrayList<>(List.of("publish", "-o", "json", "--url", ledger.url()));
    for (JsonNode expected : expectations()) {
      String file = expected.path("file").asText();
      arguments.add(Files.write(folder.resolve(file), resource(file)).toString());
    }
    CapturedTerminal terminal = new CapturedTerminal();
    exitCode = HandoffCommand.run(terminal.terminal(), arguments.toArray(String[]::new));
    outcomes = new ArrayList<>();
    for (String line : terminal.out().split("\n")) {
      outcomes.add(JSON.readTree(line));
    }
  }

  @AfterAll
  static void stop() {
    ledger.close();
  }

  @Test
  void outcomes_areOnePerFileInOrder() throws IOException {
    assertThat(outcomes)
        .extracting(outcome -> Path.of(outcome.path("file").asText()).getFileName().toString())
        .containsExactlyElementsOf(
            expectations().stream().map(expected -> expected.path("file").asText()).toList());
  }

  @Test
  void exitCode_saysThatSomeWereRejected() {
    assertThat(exitCode).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void file_becomesWhatIsExpected(String file, JsonNode expected, int index) {
    JsonNode outcome = outcomes.get(index);

    assertThat(outcome.path("outcome")).isEqualTo(expected.path("outcome"));
    for (String member : List.of("session", "fact")) {
      if (expected.has(member)) {
        assertThat(outcome.path(member)).isEqualTo(expected.path(member));
      }
    }
    if (expected.has("roles")) {
      assertThat(texts(outcome.path("roles"))).isEqualTo(texts(expected.path("roles")));
    }
    assertThat(texts(outcome.path("problems"), "code"))
        .containsAll(texts(expected.path("reasons")));
    if (expected.has("reasons_any")) {
      assertThat(texts(outcome.path("problems"), "code"))
          .containsAnyElementsOf(texts(expected.path("reasons_any")));
    }
    assertThat(texts(outcome.path("problems"), "pointer"))
        .containsAll(texts(expected.path("pointers")));
    for (String name : texts(expected.path("names"))) {
      assertThat(outcome.path("problems").toString()).contains(name);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void link_isInTheEndWhatIsExpected(String file, JsonNode expected, int index) throws Exception {
    String wanted = expected.path("link_final").asText(expected.path("link").asText(""));
    if (wanted.isEmpty()) {
      return;
    }
    String id = outcomes.get(index).path("id").asText();
    LedgerTopics.await(
        file + " is " + wanted,
        30,
        () -> handoff(id).path("link").path("status").asText().equals(wanted));
  }

  @Test
  void artifact_isGivenBackByteForByte() throws Exception {
    String id = outcomes.get(0).path("id").asText();

    assertThat(get("/v1/handoffs/" + id + "/artifact").body())
        .isEqualTo(resource("01-codelens-brief.json"));
  }

  @Test
  void everyChain_isWhole() {
    try (LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
      assertThat(topics.audit().problems()).isEmpty();
    }
  }

  private static JsonNode handoff(String id) {
    try {
      return JSON.readTree(get("/v1/handoffs/" + id).body());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpResponse<byte[]> get(String path) {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(ledger.url() + path)).build();
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Object[]> files() throws IOException {
    List<JsonNode> expectations = expectations();
    List<Object[]> files = new ArrayList<>();
    for (int i = 0; i < expectations.size(); i++) {
      files.add(new Object[] {expectations.get(i).path("file").asText(), expectations.get(i), i});
    }
    return files.stream();
  }

  private static List<JsonNode> expectations() throws IOException {
    List<JsonNode> expectations = new ArrayList<>();
    JSON.readTree(resource("EXPECTED.json")).forEach(expectations::add);
    return expectations;
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new HashSet<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static Set<String> texts(JsonNode array, String member) {
    Set<String> texts = new HashSet<>();
    array.forEach(object -> texts.add(object.path(member).asText()));
    return texts;
  }

  private static byte[] resource(String file) throws IOException {
    try (InputStream in = CorpusEndToEndTest.class.getResourceAsStream("/corpus/" + file)) {
      if (in == null) {
        throw new IOException("no " + file + " in the corpus");
      }
      return in.readAllBytes();
    }
  }
}
