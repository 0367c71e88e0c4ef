package dev.handoffledger.standalone.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Apicurio Registry as a process of its own, which has Confluent's API: the build unpacks it. It
 * keeps its schemas in memory, and lets in whoever has the password.
 */
final class ApicurioRegistry implements AutoCloseable {
  static final String USER_INFO = "agent:s3cret";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path UNPACKED = Path.of("target", "apicurio");
  private static final int JAVA = 21;
  private static final int START_SECONDS = 90;

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final Path output;
  private final Process process;

  private ApicurioRegistry(int port, Path output, Process process) {
    this.port = port;
    this.output = output;
    this.process = process;
  }

  /** Starts a registry and returns once it answers. */
  static ApicurioRegistry start(Path folder) throws IOException, InterruptedException {
    Path jar = UNPACKED.resolve("quarkus-run.jar").toAbsolutePath();
    if (!Files.exists(jar)) {
      throw new AssertionError("no " + jar + ": run these tests with mvn -Pregistry");
    }
    int port = freePort();
    Path output = folder.resolve("apicurio.out");
    String[] user = USER_INFO.split(":");
    List<String> command = new ArrayList<>();
    command.add(LaterJava.command(JAVA).toString());
    command.addAll(List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // Its other reader of JSON Schema fails on every schema of 2020-12.
    command.add("-Dapicurio.compat.json-schema.use-apitomy=true");
    command.add("-Dquarkus.http.host=127.0.0.1");
    command.add("-Dquarkus.http.port=" + port);
    command.add("-Dquarkus.management.host=127.0.0.1");
    command.add("-Dquarkus.management.port=" + freePort());
    command.add("-Dquarkus.http.auth.basic=true");
    command.add("-Dquarkus.http.auth.permission.all.paths=/*");
    command.add("-Dquarkus.http.auth.permission.all.policy=authenticated");
    command.add("-Dquarkus.security.users.embedded.enabled=true");
    command.add("-Dquarkus.security.users.embedded.plain-text=true");
    command.add("-Dquarkus.security.users.embedded.users." + user[0] + "=" + user[1]);
    command.add("-Dquarkus.security.users.embedded.roles." + user[0] + "=admin");
    command.addAll(List.of("-jar", jar.toString()));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    ApicurioRegistry registry = new ApicurioRegistry(port, output, process);
    try {
      registry.awaitReady();
      return registry;
    } catch (AssertionError e) {
      registry.close();
      throw e;
    }
  }

  private void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("the registry did not start: " + Files.readString(output));
      }
      LockSupport.parkNanos(200_000_000L);
    }
  }

  private boolean answers() throws IOException, InterruptedException {
    try {
      return send("GET", "/subjects", "").statusCode() == 200;
    } catch (ConnectException e) {
      return false;
    }
  }

  /** The address of its Confluent API, without credentials. */
  String url() {
    return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
  }

  /** The same address with the credentials in it. */
  String urlWithCredentials() {
    return url().replace("://", "://" + USER_INFO + "@");
  }

  /** What it answers to a request that must succeed. */
  JsonNode ask(String method, String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> response = send(method, path, body);
    if (response.statusCode() / 100 != 2) {
      throw new AssertionError(method + " " + path + ": " + response.body());
    }
    return JSON.readTree(response.body());
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(USER_INFO.getBytes()))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  /** A port that nobody listens on. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
