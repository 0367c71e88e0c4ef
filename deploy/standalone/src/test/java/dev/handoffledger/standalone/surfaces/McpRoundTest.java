package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.standalone.StandaloneLedger;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A planner, two builders who race and a reviewer, with the MCP client that most agents use: {@code
 * src/test/node/round.mjs}.
 */
@Tag("surfaces")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpRoundTest {
  private static final Path SOURCES = Path.of("src", "test", "node");
  private static final int MINUTES = 3;

  @TempDir private static Path folder;
  private Path node;
  private StandaloneLedger ledger;

  @BeforeAll
  void startLedgerAndFetchTheClient() throws Exception {
    node = Files.createDirectories(folder.resolve("node"));
    for (String file : List.of("package.json", "package-lock.json", "round.mjs")) {
      Files.copy(SOURCES.resolve(file), node.resolve(file));
    }
    assertThat(run("npm", "ci", "--no-audit", "--no-fund")).contains("added");
    ledger = StandaloneLedger.start(folder.resolve("ledger"), 0);
  }

  @AfterAll
  void stopLedger() {
    if (ledger != null) {
      ledger.close();
    }
  }

  @Test
  void agentsOverStreamableHttp_planBuildAndReview() throws Exception {
    assertThat(run("node", "round.mjs", "http", ledger.url()))
        .endsWith("planned, built, reviewed and resumed over http\n");
  }

  @Test
  void agentsThatStartTheBridge_planBuildAndReview() throws Exception {
    assertThat(
            run(
                "node",
                "round.mjs",
                "stdio",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.handoffledger.cli.HandoffCommand",
                "mcp",
                "--url",
                ledger.url()))
        .endsWith("planned, built, reviewed and resumed over stdio\n");
  }

  /** Runs a program to its end and returns what it printed. */
  private String run(String... command) throws IOException, InterruptedException {
    File out = Files.createTempFile(folder, "out", ".txt").toFile();
    Process process =
        new ProcessBuilder(new ArrayList<>(List.of(command)))
            .directory(node.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out)
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String printed = Files.readString(out.toPath());
    assertThat(ended).as("%s did not end: %s", command[0], printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
