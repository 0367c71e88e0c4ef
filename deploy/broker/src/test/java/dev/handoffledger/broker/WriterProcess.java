package dev.handoffledger.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Another JVM that runs a broker and writes 0, 1, 2, … to it without end, printing each number once
 * the broker has acknowledged it.
 */
final class WriterProcess implements AutoCloseable {
  static final String TOPIC = "acknowledged";

  private final Process process;
  private final BufferedReader output;
  private final List<String> acknowledged = new CopyOnWriteArrayList<>();

  private WriterProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static WriterProcess start(Path folder) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            WriterProcess.class.getName(),
            folder.toString());
    return new WriterProcess(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  long pid() {
    return process.pid();
  }

  /** Returns once the process has printed so many acknowledged numbers. */
  void awaitAcknowledged(int count) throws IOException {
    while (acknowledged.size() < count) {
      String line = output.readLine();
      if (line == null) {
        throw new AssertionError(
            "the process ended after %d acknowledged records".formatted(acknowledged.size()));
      }
      acknowledged.add(line);
    }
  }

  /** Kills the process as {@code kill -9} does. */
  void kill() throws InterruptedException {
    // Through the handle, because Process.destroyForcibly would also close the output unread.
    process.toHandle().destroyForcibly();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("process " + pid() + " survived its killing");
    }
  }

  /** Every number that was acknowledged before the process ended. */
  List<String> acknowledged() throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      acknowledged.add(line);
    }
    // The last line may have been cut short.
    return acknowledged.subList(0, acknowledged.size() - 1);
  }

  @Override
  public void close() throws Exception {
    kill();
    output.close();
  }

  public static void main(String[] arguments) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(Path.of(arguments[0]));
    Clients.createTopic(broker.bootstrapServers(), TOPIC);
    try (KafkaProducer<byte[], byte[]> producer =
        Clients.producer(broker.bootstrapServers(), Map.of())) {
      for (int number = 0; ; number++) {
        String text = Integer.toString(number);
        producer.send(
            new ProducerRecord<>(TOPIC, text.getBytes(StandardCharsets.UTF_8)),
            (metadata, failure) -> {
              if (failure == null) {
                System.out.println(text);
              }
            });
      }
    }
  }
}
