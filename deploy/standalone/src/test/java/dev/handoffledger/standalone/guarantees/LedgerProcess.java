package dev.handoffledger.standalone.guarantees;

import dev.handoffledger.standalone.StandaloneCommand;
import dev.handoffledger.standalone.internal.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** {@code handoff up} as a process of its own, to be killed. */
public final class LedgerProcess implements AutoCloseable {
  /** Seconds; a ledger that gives up says why. */
  private static final int LONGER_THAN_ITS_OWN_LIMIT = 150;

  private final Path data;
  private final Path output;
  private final Process process;

  private LedgerProcess(Path data, Path output, Process process) {
    this.data = data;
    this.output = output;
    this.process = process;
  }

  /** Starts a ledger on a folder and returns at once. */
  public static LedgerProcess launch(Path data) throws IOException {
    Files.createDirectories(data);
    Path output = Files.createTempFile(data.toAbsolutePath().getParent(), "ledger", ".out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StandaloneCommand.class.getName(),
                "up",
                "--data",
                data.toString(),
                "--port",
                "0")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new LedgerProcess(data, output, process);
  }

  /** Starts a ledger on a folder and returns once it serves. */
  public static LedgerProcess start(Path data)
      throws IOException, ExecutionException, InterruptedException {
    LedgerProcess ledger = launch(data);
    try {
      LedgerTopics.await(
          "a ledger on " + data,
          LONGER_THAN_ITS_OWN_LIMIT,
          () -> {
            if (!ledger.process.isAlive()) {
              throw new AssertionError("the ledger ended");
            }
            return ledger.output().contains("Ready after");
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; it printed: " + ledger.output(), e);
    }
    return ledger;
  }

  public DataFolder.Address address() throws IOException {
    return DataFolder.readAddress(data);
  }

  /** What the process has printed. */
  public String output() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it as kill -9 does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to stop, as Ctrl-C does, and waits until it has. */
  public int stop() throws InterruptedException {
    process.destroy();
    return await();
  }

  /** Waits until it has ended, and gives its exit code. */
  public int await() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the ledger does not stop: " + output());
    }
    return process.exitValue();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
