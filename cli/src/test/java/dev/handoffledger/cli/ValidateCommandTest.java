package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void validArtifact_exits0AndSaysWhatItIs() throws IOException {
    CommandRun run =
        CommandRun.of("validate", "-o", "json", file("a.json", CortexArtifact.of("T-1", "H-1")));

    assertThat(run.exitCode()).isZero();
    JsonNode line = run.json().get(0);
    assertThat(line.get("outcome").asText()).isEqualTo("valid");
    assertThat(line.get("session").asText()).isEqualTo("cortex/T-1");
    assertThat(line.get("kind").asText()).isEqualTo("agent_handoff");
    assertThat(line.get("roles").get(0).asText()).isEqualTo("coordinator");
    assertThat(line.get("id").asText()).startsWith("sha256:");
    assertThat(line.get("problems")).isEmpty();
  }

  @Test
  void invalidArtifact_exits1AndSaysWhatToChange() throws IOException {
    String file = file("a.json", CortexArtifact.of("T-1", "H-1").replace("AGENT_RESUME", "RESUME"));

    CommandRun run = CommandRun.of("validate", file);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("✗ rejected   " + file)
        .contains("schema_violation at /mode: ");
  }

  @Test
  void needsNoServer() throws IOException {
    CommandRun run =
        new CommandRun.Setting()
            .with("HANDOFF_URL", "http://127.0.0.1:1")
            .run("validate", file("a.json", CortexArtifact.of("T-1", "H-1")));

    assertThat(run.exitCode()).isZero();
  }

  @Test
  void linesOfStandardInput_areNumbered() {
    CommandRun run =
        new CommandRun.Setting()
            .input(CortexArtifact.of("T-1", "H-1") + "\n{}\n")
            .run("validate", "-o", "json", "-");

    assertThat(run.json())
        .extracting(line -> line.get("file").asText() + " " + line.get("outcome").asText())
        .containsExactly("-:1 valid", "-:2 rejected");
  }

  @Test
  void artifactLargerThanTheLedgerTakes_isRejected() throws IOException {
    CommandRun run =
        CommandRun.of("validate", "-o", "json", file("a.json", " ".repeat(4 * 1024 * 1024 + 1)));

    assertThat(run.json().get(0).get("problems").get(0).get("code").asText())
        .isEqualTo("too_large");
  }
}
