package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextCommandTest {
  private static final String TEAM = "https://team.example.org";

  @TempDir private Path home;

  private CommandRun run(String... arguments) {
    return in(Map.of(), arguments);
  }

  private CommandRun in(Map<String, String> environment, String... arguments) {
    CommandRun.Setting setting =
        new CommandRun.Setting().with("XDG_CONFIG_HOME", home.toString()).with("USER", "eve");
    environment.forEach(setting::with);
    return setting.run(arguments);
  }

  private Path file() {
    return home.resolve("handoff/contexts.json");
  }

  private void team() {
    assertThat(run("context", "set", "team", "--url", TEAM, "--publisher", "ada@loom").exitCode())
        .isZero();
  }

  private JsonNode shown(Map<String, String> environment, String... options) {
    String[] arguments = new String[options.length + 4];
    System.arraycopy(options, 0, arguments, 0, options.length);
    System.arraycopy(
        new String[] {"context", "show", "-o", "json"}, 0, arguments, options.length, 4);
    return in(environment, arguments).json().get(0);
  }

  @Test
  void withoutAny_listsTheLocalLedger() {
    assertThat(run("context").out()).contains("*").contains("local").contains("127.0.0.1:7440");
  }

  @Test
  void use_makesCommandsAskItAndPublishUnderItsName() {
    team();

    assertThat(run("context", "use", "team").exitCode()).isZero();

    JsonNode shown = shown(Map.of());
    assertThat(shown.get("context").asText()).isEqualTo("team");
    assertThat(shown.get("url").asText()).isEqualTo(TEAM);
    assertThat(shown.get("publisher").asText()).isEqualTo("ada@loom");
    assertThat(shown.get("reason").asText()).isEqualTo("the current context");
  }

  @Test
  void commands_askTheServerOfTheContext() throws IOException {
    try (RecordedLedger ledger = new RecordedLedger()) {
      ledger.answering(
          "/v1/roles", RecordedLedger.Answer.json(200, "{\"items\":[],\"next\":null}"));
      run("context", "set", "team", "--url", ledger.url());

      CommandRun run = run("--context", "team", "inbox");

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(ledger.requests()).hasSize(1);
    }
  }

  @Test
  void commandLine_goesBeforeTheEnvironmentAndThatBeforeTheCurrentContext() {
    team();
    run("context", "set", "other", "--url", "http://other.example.org");
    run("context", "use", "team");
    Map<String, String> variable = Map.of("HANDOFF_CONTEXT", "other");
    Map<String, String> both =
        Map.of("HANDOFF_CONTEXT", "other", "HANDOFF_URL", "http://variable.example.org");

    assertThat(shown(variable).get("context").asText()).isEqualTo("other");
    assertThat(shown(both).get("url").asText()).isEqualTo("http://variable.example.org");
    assertThat(shown(both, "--context", "team").get("url").asText()).isEqualTo(TEAM);
    assertThat(shown(both, "--url", "http://option.example.org").get("url").asText())
        .isEqualTo("http://option.example.org");
  }

  @Test
  void publisher_isThatOfTheCommandLineThenOfTheEnvironmentThenOfTheContext() {
    team();
    Map<String, String> variable = Map.of("HANDOFF_PUBLISHER", "variable");

    assertThat(shown(variable, "--context", "team", "--publisher", "option").get("publisher"))
        .hasToString("\"option\"");
    assertThat(shown(variable, "--context", "team").get("publisher")).hasToString("\"variable\"");
    assertThat(shown(Map.of(), "--context", "local").get("publisher").asText()).startsWith("eve@");
  }

  @Test
  void urlAndContextTogether_areWrongUsage() {
    assertThat(run("--url", TEAM, "--context", "local", "inbox").exitCode()).isEqualTo(2);
  }

  @Test
  void contextThatIsNotThere_isSaidWithoutAskingAnyServer() {
    CommandRun run = run("--context", "nowhere", "inbox");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--context").contains("handoff context");
  }

  @Test
  void set_keepsWhatIsNotGiven() {
    team();

    run("context", "set", "team", "--publisher", "grace");

    JsonNode shown = shown(Map.of(), "--context", "team");
    assertThat(shown.get("url").asText()).isEqualTo(TEAM);
    assertThat(shown.get("publisher").asText()).isEqualTo("grace");
  }

  @Test
  void removingTheCurrentContext_leavesTheLocalOne() {
    team();
    run("context", "use", "team");

    assertThat(run("context", "remove", "team").out()).contains("local");

    assertThat(shown(Map.of()).get("context").asText()).isEqualTo("local");
    assertThat(run("context").out()).doesNotContain("team");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "context set team",
        "context set local --url http://localhost:1",
        "context set ../x --url http://localhost:1",
        "context set team --url ftp://localhost",
        "context remove local",
      })
  void whatCannotBeKept_isWrongUsageAndWritesNothing(String line) {
    assertThat(run(line.split(" ", -1)).exitCode()).isEqualTo(2);
    assertThat(file()).doesNotExist();
  }

  @Test
  void file_isReadableForItsUserAlone() throws IOException {
    team();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    try (var files = Files.list(file().getParent())) {
      assertThat(files).containsExactly(file());
    }
  }

  @Test
  void fileThatIsALink_isWrittenWhereItPoints() throws IOException {
    team();
    Path kept = Files.move(file(), home.resolve("kept.json"));
    Files.createSymbolicLink(file(), kept);

    run("context", "use", "team");

    assertThat(file()).isSymbolicLink();
    assertThat(Files.readString(kept)).contains("\"current\" : \"team\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"current\": ",
        "[]",
        "{\"current\": \"gone\", \"contexts\": {}}",
        "{\"contexts\": {\"team\": {}}}",
        "{\"contexts\": {\"a b\": {\"url\": \"http://localhost\"}}}",
        "{\"contexts\": {\"team\": {\"url\": \"nonsense\"}}}",
      })
  void brokenFile_isNamedAndLeftAsItIs(String content) throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), content);

    CommandRun asking = run("inbox");
    CommandRun changing = run("context", "use", "local");

    assertThat(asking.exitCode()).isEqualTo(2);
    assertThat(asking.err()).contains(file().toString()).hasLineCount(1);
    assertThat(changing.exitCode()).isEqualTo(2);
    assertThat(file()).hasContent(content);
  }

  @Test
  void brokenFile_doesNotKeepFromAServerThatIsGiven() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "{");

    assertThat(shown(Map.of(), "--url", TEAM).get("url").asText()).isEqualTo(TEAM);
  }

  @Test
  void withoutAHome_saysWhatToSet() {
    CommandRun run = CommandRun.of("context", "set", "team", "--url", TEAM);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("XDG_CONFIG_HOME");
  }
}
