package dev.handoffledger.standalone.instances;

import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** {@code handoff-processor} or {@code handoff-gateway} as a process of its own. */
final class ServerProcess implements AutoCloseable {
  private static final int READY_SECONDS = 120;
  private static final int STOP_SECONDS = 60;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Path output;
  private final int port;
  private final Process process;

  private ServerProcess(Path output, int port, Process process) {
    this.output = output;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts a program and returns at once.
   *
   * @param folder for its configuration and what it prints
   * @param port that it serves HTTP on
   * @param settings the lines of its configuration file
   */
  static ServerProcess launch(Class<?> program, Path folder, int port, Map<String, String> settings)
      throws IOException {
    Files.createDirectories(folder);
    Path config = folder.resolve("server.properties");
    Files.writeString(
        config,
        settings.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining("\n")));
    Path output = Files.createTempFile(folder, "server", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                "--config",
                config.toString()));
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("HANDOFF_") || name.startsWith("KAFKA_"));
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    return new ServerProcess(output, port, process);
  }

  void awaitReady() throws ExecutionException, InterruptedException {
    try {
      LedgerTopics.await(
          "a server on port " + port,
          READY_SECONDS,
          () -> {
            if (!process.isAlive()) {
              throw new AssertionError("the server ended");
            }
            return isReady();
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; it printed: " + output(), e);
    }
  }

  boolean isReady() {
    try {
      return get("/readyz").statusCode() == 200;
    } catch (IOException e) {
      // Not yet, or no longer, listening.
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30)).build(),
        BodyHandlers.ofString());
  }

  HttpResponse<String> publish(byte[] artifact) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(uri("/v1/handoffs"))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(artifact))
            .build(),
        BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create(url() + path);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Kills it as kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends SIGTERM. */
  void askToStop() {
    process.destroy();
  }

  /** Waits until it has ended, and gives its exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the server does not stop: " + output());
    }
    return process.exitValue();
  }

  /** What the process has printed. */
  String output() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
