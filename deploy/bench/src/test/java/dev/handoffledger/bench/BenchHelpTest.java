package dev.handoffledger.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchHelpTest {

  @Test
  void help_endsWithExamplesThatTheCommandTakes() {
    CommandLine command = new CommandLine(new BenchCommand());
    List<String> examples =
        Arrays.stream(command.getCommandSpec().usageMessage().footer()).map(String::strip).toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      List<String> words = List.of(example.split(" "));
      assertThat(words.subList(0, 2)).containsExactly("handoff", "bench");
      command.parseArgs(words.subList(2, words.size()).toArray(String[]::new));
    }
  }
}
