package dev.handoffledger.gateway;

import dev.handoffledger.broker.Ports;
import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.projections.PeerSecret;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.projections.Sharing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/** A gateway with projections of its own, one of several on a ledger. */
final class LedgerGateway implements AutoCloseable {
  static final PeerSecret SECRET = new PeerSecret("all-gateways-know-it");

  private static final String HOST = "127.0.0.1";

  private final int port = Ports.free();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ProjectionsApp projections;
  private final GatewayServer server;

  /**
   * @param application which projection it is an instance of
   */
  LedgerGateway(String bootstrapServers, String application, String instance, Path folder)
      throws InterruptedException {
    projections =
        new ProjectionsApp(
            ProjectionsConfig.of(bootstrapServers, folder.resolve(instance))
                .withApplicationId(application)
                .withInstanceId(instance)
                .withRocksDbMemoryBytes(32L << 20)
                .withSharing(Sharing.of(HOST + ":" + port, SECRET)));
    projections.start();
    server =
        new GatewayServer(
            GatewayConfig.of(bootstrapServers).withPort(port).withInstanceId(instance),
            GatewayBackend.of(projections, SECRET, List::of));
    server.start();
  }

  boolean ready() {
    return projections.ready();
  }

  String obstacle() {
    return projections.obstacle().orElse("none");
  }

  HttpResponse<String> get(String path, String... headers) {
    return send(request(path, headers).GET().build());
  }

  HttpResponse<String> post(String path, String type, byte[] body) {
    return send(
        request(path, "Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build());
  }

  /** What another gateway asks. */
  HttpResponse<String> ask(byte[] question) {
    return send(
        request(
                PeerQuestions.PATH,
                "Content-Type",
                "application/octet-stream",
                "Authorization",
                SECRET.authorization())
            .POST(HttpRequest.BodyPublishers.ofByteArray(question))
            .build());
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + HOST + ":" + port + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    projections.close();
  }
}
