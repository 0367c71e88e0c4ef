package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Reads the examples of every command's help with a real shell and the real command line. */
class HelpExamplesTest {
  /** These need neither a server nor a file. */
  private static final List<String> RUNNABLE = List.of("version", "help", "completion", "man");

  @TempDir private Path folder;

  private static CommandLine commandLine() {
    return HandoffCommand.commandLine(
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            Map.of(),
            Clock.systemUTC(),
            Terminal.Display.NONE),
        Commands.NAMES);
  }

  static Stream<CommandLine> commands() {
    CommandLine root = commandLine();
    return Stream.concat(
        Stream.of(root),
        root.getSubcommands().values().stream()
            .flatMap(command -> Stream.concat(Stream.of(command), nested(command)))
            .filter(command -> !command.getCommandSpec().usageMessage().hidden()));
  }

  private static Stream<CommandLine> nested(CommandLine command) {
    return command.getSubcommands().values().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_endsWithExamplesThatTheCommandLineTakes(CommandLine command) throws Exception {
    List<String> examples =
        Arrays.stream(command.getCommandSpec().usageMessage().footer())
            .filter(line -> line.startsWith("  "))
            .map(String::strip)
            .toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      List<String> arguments = argumentsOf(example);
      commandLine().parseArgs(arguments.toArray(String[]::new));
      if (!arguments.isEmpty() && RUNNABLE.contains(arguments.get(0))) {
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(example).isZero();
        assertThat(run.out()).as(example).isNotEmpty();
      }
    }
    assertThat(command.getUsageMessage()).contains("Examples:");
  }

  /** What a shell gives the command; everything else in the example does nothing. */
  private List<String> argumentsOf(String example) throws IOException, InterruptedException {
    Path words = Files.createTempFile(folder, "words", "");
    ProcessBuilder shell =
        new ProcessBuilder(
                "bash",
                "-c",
                "handoff() { printf '%s\\0' \"$@\" >\"$WORDS\"; }; jq() { :; }; git() { :; };"
                    + " man() { :; }; claude() { :; }; codex() { :; }; pbcopy() { :; }; my-agent() { :; }; mkdir -p .local/share/man/man1; "
                    + example)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    shell.environment().put("WORDS", words.toString());
    shell.environment().put("HOME", folder.toString());
    assertThat(shell.start().waitFor()).as(example).isZero();
    String said = Files.readString(words, StandardCharsets.UTF_8);
    List<String> arguments = new ArrayList<>(Arrays.asList(said.split("\0", -1)));
    arguments.remove(arguments.size() - 1);
    return arguments;
  }
}
