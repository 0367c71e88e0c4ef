package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests of the dashboard's pure functions, which Node.js runs. */
@Tag("surfaces")
class DashboardModulesTest {
  private static final Path TESTS = Path.of("..", "..", "gateway", "src", "test", "js");

  @Test
  void testsOfTheModules_pass() throws IOException, InterruptedException {
    Process node =
        new ProcessBuilder(Browser.executable("node").toString(), "--test")
            .directory(TESTS.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(node.exitValue()).as(output).isZero();
    assertThat(output).containsPattern("# pass [1-9]");
  }
}
