package dev.handoffledger.bench.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import one.convert.Arguments;
import one.convert.JfrToFlame;

/** A recording of this process, and what its threads of Kafka Streams did as a flame graph. */
public final class Profile implements AutoCloseable {
  private static final Duration SAMPLE_EVERY = Duration.ofMillis(10);

  private final Recording recording;
  private final Path file;

  private Profile(Recording recording, Path file) {
    this.recording = recording;
    this.file = file;
  }

  /**
   * Starts to record.
   *
   * @param file is written when this is closed, with a flame graph beside it
   */
  public static Profile start(Path file) throws IOException {
    try {
      Recording recording = new Recording(Configuration.getConfiguration("profile"));
      recording.enable("jdk.ExecutionSample").withPeriod(SAMPLE_EVERY);
      recording.start();
      return new Profile(recording, file);
    } catch (ParseException e) {
      throw new IOException("this Java has no settings for a profile", e);
    }
  }

  @Override
  public void close() throws IOException {
    recording.dump(file);
    recording.close();
    String graph = file + ".html";
    JfrToFlame.convert(
        file.toString(),
        graph,
        new Arguments("--threads", "--simple", "--include", ".*handoff-processor.*StreamThread.*"));
  }
}
