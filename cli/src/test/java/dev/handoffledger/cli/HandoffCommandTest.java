package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandoffCommandTest {

  @Test
  void help_listsEveryCommandThoseOfTheLauncherIncluded() {
    CommandRun run = CommandRun.of("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("  publish ", "  validate ", "  inbox ", "  show ", "  session ", "  sessions ")
        .contains("  claim ", "  renew ", "  release ", "  complete ", "  lineage ", "  chain ")
        .contains("  chains ", "  gate ", "  orphans ", "  issues ", "  packet ", "  decide ")
        .contains(
            "  rejections ",
            "  mcp ",
            "  up ",
            "  demo ",
            "  audit ",
            "  bench ",
            "  version ",
            "  completion ");
  }

  @Test
  void helpOfACommand_isTheSameInBothWaysOfAsking() {
    assertThat(CommandRun.of("help", "publish").out())
        .isEqualTo(CommandRun.of("publish", "--help").out())
        .contains("--parallel");
  }

  @Test
  void noCommand_isWrongUsage() {
    CommandRun run = CommandRun.of();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("handoff --help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "sessions --nonsense", "sessions -o xml", "publish", "show"})
  void wrongUsage_exits2AndPointsToTheHelp(String line) {
    CommandRun run = CommandRun.of(line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("--help");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "inbx | no command inbx | did you mean inbox",
        "sessions --stat open | no option --stat | did you mean --state",
        "show a b | no further argument b | show --help",
      })
  void wordThatIsNotKnown_isNamedWithWhatIsAlike(String line, String named, String alike) {
    assertThat(CommandRun.of(line.split(" ", -1)).err()).contains(named).contains(alike);
  }

  @Test
  void listOfCommands_hasOneSentenceForEach() {
    assertThat(CommandRun.of("--help").out())
        .contains("validate    Check artifacts on this machine, without a server.\n");
  }

  @Test
  void version_isOneLine() {
    assertThat(CommandRun.of("version").out()).matches("handoff \\S+ .*on Java \\S+\\n");
    assertThat(CommandRun.of("--version").out()).isEqualTo(CommandRun.of("version").out());
  }

  @Test
  void versionAsJson_givesTheRunningJava() {
    JsonNode version = CommandRun.of("version", "-o", "json").json().get(0);

    assertThat(version.get("java").asText()).isEqualTo(Runtime.version().toString());
    assertThat(version.has("version")).isTrue();
  }

  @Test
  void commandOfTheLauncher_saysWhereItIsRun() {
    CommandRun run = CommandRun.of("up", "--port", "1");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("./handoff up");
  }

  @Test
  void colours_areThereOnlyWhereTheDisplayTakesThem() {
    String coloured =
        new CommandRun.Setting()
            .display(new Terminal.Display(80, true, true, false))
            .run("--help")
            .out();

    assertThat(coloured).contains("\u001B[");
    assertThat(CommandRun.of("--help").out()).doesNotContain("\u001B");
  }

  @ParameterizedTest
  @CsvSource({
    "handoff re, 1, rejections",
    "handoff issues --state ver, 3, verification_blocked verified",
    "handoff packet iss_1 --format '', 4, json markdown",
    "handoff decide iss_1 '', 3, patch observe defer skip",
  })
  void completion_completesInBash(String words, int position, String expected, @TempDir Path folder)
      throws Exception {
    CommandRun run = CommandRun.of("completion", "bash");
    Path script = Files.writeString(folder.resolve("handoff completion.bash"), run.out());

    String completed =
        bash(
            "source '"
                + script
                + "'; COMP_WORDS=("
                + words
                + "); COMP_CWORD="
                + position
                + "; _complete_handoff; echo \"${COMPREPLY[@]}\"");

    assertThat(run.exitCode()).isZero();
    assertThat(completed).contains(expected);
  }

  private static String bash(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("bash", "-c", script)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  @Test
  void classPath_holdsNoKafka() {
    assertThat(System.getProperty("java.class.path")).doesNotContain("kafka-clients");
  }
}
