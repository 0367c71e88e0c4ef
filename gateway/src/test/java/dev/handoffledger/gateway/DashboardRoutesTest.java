package dev.handoffledger.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardRoutesTest {
  private GatewayUnderTest gateway;

  @BeforeAll
  void startGateway(KafkaExtension.Kafka kafka) throws InterruptedException {
    gateway = GatewayUnderTest.start(kafka);
  }

  @AfterAll
  void closeGateway() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html;charset=utf-8",
    "/assets/dashboard.css, text/css;charset=utf-8",
    "/assets/app.js, text/javascript;charset=utf-8",
    "/assets/icon.svg, image/svg+xml",
    "/assets/lib/htm/standalone.module.js, text/javascript;charset=utf-8"
  })
  void file_hasItsMediaTypeAndIsNotGuessedAt(String path, String type) {
    HttpResponse<String> answer = gateway.get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains(type);
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void page_runsOnlyScriptsOfTheGateway() {
    assertThat(gateway.get("/").headers().allValues("Content-Security-Policy"))
        .containsExactly(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'");
  }

  @Test
  void page_hasNothingInlineAndNothingFromElsewhere() {
    assertThat(gateway.get("/").body())
        .doesNotContain("<style", "style=", "onclick", "http:", "https:")
        .doesNotContainPattern("<script[^>]*>[^<]");
  }

  @Test
  void file_isNotSentAgainToWhoHasIt() {
    String tag = gateway.get("/assets/app.js").headers().firstValue("ETag").orElseThrow();

    assertThat(gateway.get("/assets/app.js", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @ParameterizedTest
  @MethodSource("filesOfTheDashboard")
  void everyFileOfTheDashboard_isServed(String file) {
    assertThat(gateway.get(file.equals("index.html") ? "/" : "/assets/" + file).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/none.js",
        "/assets/index.html",
        "/assets/package.json",
        "/assets/lib/htm/LICENSE",
        "/assets/../openapi.json",
        "/assets/%2e%2e%2fopenapi.json",
        "/assets/"
      })
  void whatIsNoFileOfTheDashboard_isNotServed(String path) {
    assertThat(gateway.get(path).statusCode()).isIn(400, 404);
  }

  private static List<String> filesOfTheDashboard() throws IOException, URISyntaxException {
    Path folder =
        Path.of(
                Objects.requireNonNull(
                        DashboardRoutesTest.class.getResource("dashboard/index.html"))
                    .toURI())
            .getParent();
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .filter(file -> !file.equals("package.json") && !file.endsWith("LICENSE"))
          .toList();
    }
  }
}
