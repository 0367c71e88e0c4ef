package dev.handoffledger.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestGuardsTest {
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
  @ValueSource(
      strings = {
        "localhost",
        "localhost:7440",
        "127.0.0.1",
        "127.8.9.10:1",
        "[::1]:7440",
        "LocalHost"
      })
  void requestByALoopbackName_isAnswered(String host) {
    assertThat(getAs(host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:7440",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.1",
        "[::2]",
        "1270001"
      })
  void requestByAnotherName_isMisdirected(String host) {
    assertThat(getAs(host)).startsWith("HTTP/1.1 421 ").contains("misdirected-request");
  }

  @Test
  void requestWithoutAHost_isABadRequest() {
    assertThat(gateway.sendRaw("GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET /livez HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\nConnection: close\r\n\r\n",
        "GET http://[::zz/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      })
  void whatIsNotHttp_isRefusedAndTheGatewayServesOn(String request) {
    String response = gateway.sendRaw(request);

    assertThat(response).matches(Pattern.compile("HTTP/1.1 [45][0-9]{2} .*", Pattern.DOTALL));
    assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/livez", "/v1/roles", "/nowhere", "/v1/handoffs/x"})
  void everyAnswer_keepsBrowsersFromMakingAnythingOfIt(String path) {
    HttpResponse<String> response = gateway.get(path, "Origin", "https://evil.example");

    assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'");
    assertThat(response.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
  }

  @Test
  void preflight_isNeverToldYes() {
    HttpResponse<String> response =
        gateway.send(
            "OPTIONS",
            "/v1/handoffs",
            null,
            "Origin",
            "https://evil.example",
            "Access-Control-Request-Method",
            "POST");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  private String getAs(String host) {
    return gateway.sendRaw(
        "GET /livez HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
  }
}
