package dev.handoffledger.standalone.surfaces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.cli.HandoffCommand;
import dev.handoffledger.cli.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;

/** A command of the command line that goes on until it is stopped, and what it prints as JSON. */
final class FollowingCommand implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PIPE_BYTES = 1024 * 1024;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final BufferedReader out;
  private final Thread thread;

  FollowingCommand(String url, String... command) throws IOException {
    PipedOutputStream written = new PipedOutputStream();
    out =
        new BufferedReader(
            new InputStreamReader(
                new PipedInputStream(written, PIPE_BYTES), StandardCharsets.UTF_8));
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            written,
            err,
            Map.of(),
            Clock.systemUTC(),
            Terminal.Display.NONE);
    String[] arguments =
        Stream.concat(Stream.of(command), Stream.of("-o", "json", "--url", url))
            .toArray(String[]::new);
    thread = new Thread(() -> HandoffCommand.run(terminal, arguments), "following-command");
    thread.setDaemon(true);
    thread.start();
  }

  /** The next line that it prints; waits for it. */
  JsonNode next() throws IOException {
    return JSON.readTree(out.readLine());
  }

  /** What it has said to the person who started it. */
  String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** It ends once its server does, as it may be waiting for word of that. */
  @Override
  public void close() throws IOException {
    thread.interrupt();
    out.close();
  }
}
