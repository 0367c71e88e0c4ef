package dev.handoffledger.standalone.instances;

import dev.handoffledger.standalone.guarantees.LedgerTopics;
import dev.handoffledger.testing.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/** {@code handoff-processor} or {@code handoff-gateway} as a process of its own. */
public final class ServerProcess implements AutoCloseable {
  private static final int READY_SECONDS = 120;
  private static final int HEAP_MEGABYTES = 256;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;
  private final JavaProcess process;

  /** A process that was launched. */
  public ServerProcess(int port, JavaProcess process) {
    this.port = port;
    this.process = process;
  }

  /**
   * Starts a program and returns at once.
   *
   * @param name of the instance
   * @param folder for what it prints, and for a folder of its name with its configuration and state
   * @param port that it serves HTTP on
   */
  public static ServerProcess launch(
      Class<?> program, String name, Path folder, int port, String bootstrapServers)
      throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    Path config = own.resolve("server.properties");
    Files.writeString(
        config,
        """
        kafka.bootstrap.servers=%s
        handoff.instance=%s
        handoff.state.folder=%s
        handoff.http.port=%d
        handoff.topics.partitions=4
        handoff.topics.replication-factor=1
        handoff.peers.secret=known-to-all-of-them
        handoff.rocksdb.memory-mib=32
        """
            .formatted(bootstrapServers, name, own.resolve("state"), port));
    return new ServerProcess(
        port,
        JavaProcess.launch(name, folder, HEAP_MEGABYTES, program, "--config", config.toString()));
  }

  /** The process itself, to be stopped and killed. */
  public JavaProcess process() {
    return process;
  }

  /** Waits until it says that it can serve. */
  public void awaitReady() throws ExecutionException, InterruptedException {
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

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Kills it as kill -9 does. */
  void kill() throws InterruptedException {
    process.kill();
  }

  /** What the process has printed. */
  String output() {
    return process.output();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
