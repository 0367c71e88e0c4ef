package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManCommandTest {

  static List<String> commands() {
    return Commands.NAMES.stream().filter(name -> !name.startsWith("_")).toList();
  }

  @Test
  void withoutACommand_isThePageOfAllWithItsCommandsAndExitCodes() {
    String page = CommandRun.of("man").out();

    assertThat(page)
        .startsWith(".TH \"HANDOFF\" 1 ")
        .containsSubsequence(
            ".SH \"NAME\"\n",
            ".SH \"SYNOPSIS\"\n",
            ".SH \"DESCRIPTION\"\n",
            ".SH \"OPTIONS\"\n",
            ".SH \"COMMANDS\"\n",
            "\\fBclaim\\fR\n",
            ".SH \"EXIT STATUS\"\n",
            ".SH \"EXAMPLES\"\n")
        .doesNotContain(CandidatesCommand.NAME);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void page_isPlainAsciiOfKnownMacrosOnly(String command) {
    CommandRun run = CommandRun.of("man", command);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .allSatisfy(
            line ->
                assertThat(line).matches("[ -~]*").matches("\\.(TH|SH|TP|BR|nf|fi)( .*)?|[^.'].*"));
  }

  @Test
  void options_areListedWithTheirMeaning() {
    assertThat(CommandRun.of("man", "claim").out())
        .contains(".TP\n\\fB\\-\\-lease TIME\\fR\nFor how long, from 1s to 24h (default: 15m).\n")
        .contains(".BR \"handoff\" \"(1)\"");
  }

  @Test
  void unknownCommand_isWrongUsage() {
    assertThat(CommandRun.of("man", "nonsense").exitCode()).isEqualTo(2);
  }
}
