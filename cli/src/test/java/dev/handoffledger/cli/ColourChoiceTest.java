package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColourChoiceTest {

  @ParameterizedTest
  @CsvSource({
    "'', true, true",
    "'', false, false",
    "TERM=dumb, true, false",
    "CLICOLOR=0, true, false",
    "CLICOLOR=1, false, false",
    "NO_COLOR=1, true, false",
    "CLICOLOR_FORCE=1, false, true",
    "CLICOLOR_FORCE=0, false, false",
    "CLICOLOR_FORCE=1 NO_COLOR=1, true, false",
  })
  void environment_decidesByTheKnownConventions(
      String variables, boolean onTerminal, boolean colours) {
    Map<String, String> environment = new HashMap<>();
    for (String variable : variables.split(" ", -1)) {
      if (!variable.isEmpty()) {
        environment.put(variable.replaceFirst("=.*", ""), variable.replaceFirst(".*=", ""));
      }
    }

    assertThat(ColourChoice.byEnvironment(environment, onTerminal)).isEqualTo(colours);
  }

  @Test
  void always_coloursAPipeToo() {
    assertThat(CommandRun.of("--color", "always", "--help").out()).contains("\u001B[");
    assertThat(CommandRun.of("help", "--color=always").out()).contains("\u001B[");
  }

  @Test
  void always_coloursResults() {
    CommandRun run = new CommandRun.Setting().input("{}").run("validate", "-", "--color", "always");

    assertThat(run.out()).contains("\u001B[31m");
  }

  @Test
  void never_leavesATerminalPlain() {
    CommandRun run =
        new CommandRun.Setting()
            .display(new Terminal.Display(80, true, true, false))
            .run("--help", "--color", "never");

    assertThat(run.out()).isNotEmpty().doesNotContain("\u001B");
  }
}
