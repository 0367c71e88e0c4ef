package dev.handoffledger.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Another JVM with the class path of this one and without settings from the environment, to be
 * killed and stopped.
 */
public final class JavaProcess implements AutoCloseable {
  private static final int END_SECONDS = 60;

  private final String name;
  private final Path output;
  private final Process process;

  private JavaProcess(String name, Path output, Process process) {
    this.name = name;
    this.output = output;
    this.process = process;
  }

  /**
   * Starts a main class and returns at once.
   *
   * @param name of the process, for messages
   * @param folder where its output is kept
   * @param heapMegabytes the most that its heap may have
   */
  public static JavaProcess launch(
      String name, Path folder, int heapMegabytes, Class<?> main, String... arguments)
      throws IOException {
    return launch(name, folder, heapMegabytes, main.getName(), arguments);
  }

  /** Starts a main class, given by its name, and returns at once. */
  public static JavaProcess launch(
      String name, Path folder, int heapMegabytes, String main, String... arguments)
      throws IOException {
    Files.createDirectories(folder);
    Path output = Files.createTempFile(folder, name, ".out");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeIf(setting -> setting.startsWith("HANDOFF_") || setting.startsWith("KAFKA_"));
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    return new JavaProcess(name, output, process);
  }

  /** Waits until it has printed a text. */
  public void awaitOutput(String text, int seconds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!output().contains(text)) {
      if (!process.isAlive()) {
        throw new AssertionError(name + " ended; it printed: " + output());
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            name + " did not print \"" + text + "\" in " + seconds + " s, but: " + output());
      }
      LockSupport.parkNanos(100_000_000L);
    }
  }

  /** What it has printed. */
  public String output() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Freezes it as {@code kill -STOP} does. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Ends {@link #pause}. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Asks it to end, as Ctrl-C does, and gives its exit code. */
  public int stop() throws InterruptedException {
    askToStop();
    return await();
  }

  /** Asks it to end, and returns at once. */
  public void askToStop() {
    process.destroy();
  }

  /** Waits until it has ended, and gives its exit code. */
  public int await() throws InterruptedException {
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not end: " + output());
    }
    return process.exitValue();
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    if (code != 0) {
      throw new AssertionError("kill -" + signal + " of " + name + " ended with " + code);
    }
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
