package dev.handoffledger.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A gateway on a free port, and a client that speaks to it. */
final class GatewayUnderTest implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  final MemoryQueries queries = new MemoryQueries();
  final AnsweringStandby standby = new AnsweringStandby();
  final List<ReadinessPart> otherParts = new CopyOnWriteArrayList<>();
  private final GatewayServer server;
  private int port;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private GatewayUnderTest(GatewayConfig config) {
    server =
        new GatewayServer(
            config,
            new GatewayBackend(
                queries, queries, standby, null, () -> List.copyOf(otherParts), Map::of));
  }

  static GatewayUnderTest start(
      KafkaExtension.Kafka kafka, UnaryOperator<GatewayConfig> configuration)
      throws InterruptedException {
    GatewayUnderTest gateway =
        new GatewayUnderTest(
            configuration.apply(GatewayConfig.of(kafka.bootstrapServers()).withPort(0)));
    try {
      gateway.server.start();
    } catch (RuntimeException e) {
      gateway.close();
      throw e;
    }
    gateway.port = gateway.server.port();
    return gateway;
  }

  static GatewayUnderTest start(KafkaExtension.Kafka kafka) throws InterruptedException {
    return start(kafka, UnaryOperator.identity());
  }

  Set<String> routes() {
    return server.routes();
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    server.close();
  }

  /**
   * @param headers names and values in turn
   */
  HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  HttpResponse<String> post(String path, String contentType, byte[] body, String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = contentType;
    return send("POST", path, body, all);
  }

  HttpResponse<String> send(String method, String path, byte[] body, String... headers) {
    return send(BodyHandlers.ofString(), method, path, body, headers);
  }

  HttpResponse<byte[]> getBytes(String path, String... headers) {
    return send(BodyHandlers.ofByteArray(), "GET", path, null, headers);
  }

  private <T> HttpResponse<T> send(
      HttpResponse.BodyHandler<T> handler,
      String method,
      String path,
      byte[] body,
      String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends bytes that need not be HTTP and reads until the gateway closes the connection. */
  String sendRaw(String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(HttpResponse<String> response) {
    return json(response.body());
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }
}
