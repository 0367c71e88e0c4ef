package dev.handoffledger.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/deployment.md} and the settings are the same. */
class DeploymentDocTest {
  private static final Path DOC = Path.of("..", "..", "docs", "deployment.md");

  @Test
  void table_hasEverySettingWithItsDefaultAndDescription() throws Exception {
    List<String> rows =
        Files.readAllLines(DOC, StandardCharsets.UTF_8).stream()
            .filter(line -> line.startsWith("| `handoff."))
            .toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(Setting.values()).map(DeploymentDocTest::row).toList());
  }

  private static String row(Setting setting) {
    String value = setting.defaultValue();
    return "| `%s` | %s | %s | %s |"
        .formatted(
            setting.key(),
            value == null || value.isEmpty() ? "" : "`" + value + "`",
            readers(setting),
            setting.description());
  }

  private static String readers(Setting setting) {
    if (setting.isOf(Program.PROCESSOR) && setting.isOf(Program.GATEWAY)) {
      return "both";
    }
    return setting.isOf(Program.PROCESSOR) ? "processor" : "gateway";
  }
}
