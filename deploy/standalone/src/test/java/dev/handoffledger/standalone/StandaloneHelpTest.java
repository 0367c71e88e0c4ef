package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class StandaloneHelpTest {

  static Stream<List<String>> commands() {
    return Stream.of(
        List.of("up"),
        List.of("demo"),
        List.of("audit"),
        List.of("audit", "verify"),
        List.of("audit", "rebuild"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_endsWithExamplesThatTheCommandTakes(List<String> names) {
    CommandLine command = StandaloneCommand.commandLine();
    for (String name : names) {
      command = command.getSubcommands().get(name);
    }
    List<String> examples =
        Arrays.stream(command.getCommandSpec().usageMessage().footer()).map(String::strip).toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      List<String> words = List.of(example.split(" "));
      assertThat(words).startsWith("handoff").containsSubsequence(names);
      StandaloneCommand.commandLine()
          .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    }
    assertThat(command.getUsageMessage()).contains("Examples:");
  }
}
