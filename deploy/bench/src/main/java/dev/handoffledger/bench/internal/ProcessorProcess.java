package dev.handoffledger.bench.internal;

import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** One of several processors of a ledger, in a process of its own, to be killed. */
final class ProcessorProcess implements AutoCloseable {
  private static final String READY = "ready";

  private final Process process;

  private ProcessorProcess(Process process) {
    this.process = process;
  }

  /** Starts a processor and returns at once. */
  static ProcessorProcess launch(Cluster cluster, Path state) throws IOException {
    return new ProcessorProcess(
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ProcessorProcess.class.getName(),
                    cluster.bootstrapServers(),
                    state.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  void awaitReady() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); !READY.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("a processor of the benchmark ended before it was ready");
      }
    }
  }

  /** Kills it as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
    process.waitFor();
  }

  /**
   * The processor's process.
   *
   * @param arguments Kafka's address, the folder of its state
   */
  public static void main(String[] arguments) throws InterruptedException, ExecutionException {
    ProcessorConfig alone = ProcessorConfig.singleNode(arguments[0], Path.of(arguments[1]));
    ProcessorConfig oneOfSeveral =
        new ProcessorConfig(
            alone.bootstrapServers(),
            alone.applicationId(),
            alone.stateDir(),
            alone.threads(),
            1,
            alone.commitInterval(),
            alone.rocksDbMemoryBytes(),
            alone.holdPolicy(),
            alone.leasePolicy(),
            alone.roleTopicLimit(),
            alone.replication(),
            Map.of());
    try (ProcessorApp processor = new ProcessorApp(oneOfSeveral)) {
      processor.start();
      Applications.await("the processor", Applications.START_TIMEOUT, processor::ready);
      System.out.println(READY);
      Thread.currentThread().join();
    }
  }
}
