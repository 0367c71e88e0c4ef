package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.standalone.StandaloneLedger;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the AsyncAPI document with the parser of the specification's own project, on Node.js. */
@Tag("surfaces")
class AsyncApiParserTest {
  private static final Path SOURCES = Path.of("src", "test", "node", "asyncapi");

  @TempDir private Path folder;

  @Test
  void servedDocument_isValidAsyncApi() throws Exception {
    for (String file : List.of("package.json", "package-lock.json", "check.mjs")) {
      Files.copy(SOURCES.resolve(file), folder.resolve(file));
    }
    Path document = folder.resolve("asyncapi.json");
    try (StandaloneLedger ledger = StandaloneLedger.start(folder.resolve("data"), 0)) {
      HttpResponse<Path> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(ledger.url() + "/asyncapi.json")).build(),
                  HttpResponse.BodyHandlers.ofFile(document));
      assertThat(answer.statusCode()).isEqualTo(200);
    }

    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    String said = run("node", "check.mjs", document.toString());

    assertThat(said).matches("[0-9]+ channels\\s*");
  }

  private String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
