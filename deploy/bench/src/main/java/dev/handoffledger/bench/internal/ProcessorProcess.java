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

/** A processor in a process of its own, one of several of a ledger, that can be killed. */
public final class ProcessorProcess implements AutoCloseable {
  private static final String READY = "ready";

  private final Process process;

  private ProcessorProcess(Process process) {
    this.process = process;
  }

  /** Starts one; the arguments are the broker's address and a folder for its state. */
  public static void main(String[] arguments) throws Exception {
    // A member without a name, as each of several is: its place is given to another one.
    ProcessorConfig config =
        ProcessorConfig.singleNode(arguments[0], Path.of(arguments[1])).withKafka(Map.of());
    try (ProcessorApp processor = new ProcessorApp(config)) {
      processor.start();
      Applications.await("the processor", processor::ready);
      System.out.println(READY);
      // Until whoever started it closes its standard input.
      while (System.in.read() >= 0) {}
    }
  }

  /** Starts one and returns once it is ready. */
  static ProcessorProcess start(Cluster cluster, Path state) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ProcessorProcess.class.getName(),
                    cluster.bootstrapServers(),
                    state.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (!READY.equals(out.readLine())) {
      process.destroyForcibly();
      throw new IllegalStateException("the processor of the failover did not start");
    }
    return new ProcessorProcess(process);
  }

  /** As {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor();
  }
}
