package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StandaloneHelpTest {

  @ParameterizedTest
  @ValueSource(classes = {UpCommand.class, DemoCommand.class, AuditCommand.class})
  void help_endsWithExamplesThatTheCommandTakes(Class<?> type) {
    CommandLine command = new CommandLine(type);
    List<String> examples =
        Arrays.stream(command.getCommandSpec().usageMessage().footer()).map(String::strip).toList();

    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      List<String> words = List.of(example.split(" "));
      assertThat(words.subList(0, 2)).containsExactly("handoff", command.getCommandName());
      command.parseArgs(words.subList(2, words.size()).toArray(String[]::new));
    }
    assertThat(command.getUsageMessage()).contains("Examples:");
  }
}
