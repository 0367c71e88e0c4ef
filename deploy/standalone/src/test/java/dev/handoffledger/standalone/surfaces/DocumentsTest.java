package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.standalone.StandaloneLedger;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the documents that a ledger serves with the tools of those who read such documents. */
@Tag("surfaces")
class DocumentsTest {
  @TempDir private static Path folder;
  private static StandaloneLedger ledger;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    ledger = StandaloneLedger.start(folder.resolve("data"), 0);
  }

  @AfterAll
  static void stop() {
    ledger.close();
  }

  @Test
  void asyncApiDocument_isValidForTheParserOfItsSpecification() throws Exception {
    NodePackage parser = NodePackage.install("asyncapi", folder.resolve("asyncapi"));

    assertThat(parser.run("node", "check.mjs", served("/asyncapi.json")))
        .matches("[0-9]+ channels\\s*");
  }

  @Test
  void openApiDocument_leavesALinterNothingToSay() throws Exception {
    NodePackage linter = NodePackage.install("openapi", folder.resolve("openapi"));

    assertThat(linter.run("npx", "redocly", "lint", served("/openapi.json")))
        .contains("is valid")
        .doesNotContain("warning");
  }

  private static String served(String path) throws IOException, InterruptedException {
    Path document = folder.resolve(path.substring(1));
    HttpResponse<Path> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(ledger.url() + path)).build(),
                HttpResponse.BodyHandlers.ofFile(document));
    assertThat(answer.statusCode()).isEqualTo(200);
    return document.toString();
  }
}
