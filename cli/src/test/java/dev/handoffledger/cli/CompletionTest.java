package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completes the ledger's names in a real bash, which calls the real command line. */
class CompletionTest {
  private static final String ITEMS = "{\"items\":[%s],\"next\":null}";

  @TempDir private Path folder;
  private RecordedLedger ledger;
  private Path script;
  private Path handoff;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
    script = Files.writeString(folder.resolve("script"), CommandRun.of("completion", "bash").out());
    handoff =
        Files.writeString(
            folder.resolve("handoff"),
            """
            #!/bin/bash
            exec "$JAVA" -XX:TieredStopAtLevel=1 -cp "$CLASS_PATH" \
              dev.handoffledger.cli.HandoffCommand "$@"
            """);
    assertThat(handoff.toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  /** What bash offers for the last of these words, each as the shell reads it. */
  private List<String> completed(String... words) throws Exception {
    StringBuilder line = new StringBuilder("COMP_WORDS=(\"$HANDOFF\"");
    for (String word : words) {
      line.append(" '").append(word).append('\'');
    }
    line.append("); COMP_CWORD=").append(words.length);
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash",
                "-c",
                "compopt() { :; }; source \"$SCRIPT\"; "
                    + line
                    + "; _handoff; eval \"words=(${COMPREPLY[*]})\"; printf '%s\\n' \"${words[@]}\"")
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true);
    builder.environment().put("SCRIPT", script.toString());
    builder.environment().put("HANDOFF", handoff.toString());
    builder.environment().put("HANDOFF_URL", ledger.url());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    builder.environment().put("CLASS_PATH", System.getProperty("java.class.path"));
    builder
        .environment()
        .put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Process bash = builder.start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().filter(word -> !word.isEmpty()).toList();
  }

  private void answer(String target, String... items) {
    ledger.answering(
        target, RecordedLedger.Answer.json(200, ITEMS.formatted(String.join(",", items))));
  }

  @Test
  void inbox_knowsTheRoles() throws Exception {
    answer("/v1/roles", "{\"role\":\"reviewer\"}", "{\"role\":\"human\"}");

    assertThat(completed("inbox", "")).containsExactly("reviewer", "human");
    assertThat(completed("-o", "json", "claim", "re")).containsExactly("reviewer");
  }

  @Test
  void session_knowsTheSessions() throws Exception {
    answer("/v1/sessions?limit=200", "{\"session\":\"codelens/plan-1\"}");

    assertThat(completed("session", "code")).containsExactly("codelens/plan-1");
    assertThat(completed("claim", "reviewer", "--session", "")).containsExactly("codelens/plan-1");
  }

  @Test
  void issues_areKnownByTheirIds() throws Exception {
    answer("/v1/issues?limit=200", "{\"id\":\"iss-7f3a\"}");

    assertThat(completed("packet", "")).containsExactly("iss-7f3a");
  }

  @Test
  void kindsAndContexts_needNoServer() throws Exception {
    ledger.close();

    assertThat(completed("claim", "--kind", "planner_")).containsExactly("planner_brief");
    assertThat(completed("context", "use", "")).containsExactly("local");
  }

  @Test
  void namesThatAreNoPlainWords_areReadAsTheyAreAndRunNothing() throws Exception {
    answer(
        "/v1/roles",
        "{\"role\":\"$(touch pwned)\"}",
        "{\"role\":\"`touch pwned`\"}",
        "{\"role\":\"two words; touch pwned\"}",
        "{\"role\":\"it's \\\"quoted\\\" \\\\ & > pwned\"}",
        "{\"role\":\"*\"}",
        "{\"role\":\"-n\"}",
        "{\"role\":\"grün\"}");

    assertThat(completed("inbox", ""))
        .containsExactly(
            "$(touch pwned)",
            "`touch pwned`",
            "two words; touch pwned",
            "it's \"quoted\" \\ & > pwned",
            "*",
            "-n",
            "grün");
    assertThat(folder.resolve("pwned")).doesNotExist();
  }

  @Test
  void namesWithControlCharacters_areNotOffered() throws Exception {
    answer(
        "/v1/roles",
        "{\"role\":\"\\u001b[31mred\"}",
        "{\"role\":\"one\\ntwo\"}",
        "{\"role\":\"\\u202egnp\"}",
        "{\"role\":\"reviewer\"}");

    assertThat(completed("inbox", "")).containsExactly("reviewer");
  }

  @Test
  void serverThatIsAway_isPassedOverInSilence() throws Exception {
    ledger.close();

    assertThat(completed("packet", "")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"re, rejections", "'', publish"})
  void commands_areOfferedAndTheHiddenOneIsNot(String word, String expected) throws Exception {
    assertThat(completed(word)).contains(expected).doesNotContain(CandidatesCommand.NAME);
  }
}
