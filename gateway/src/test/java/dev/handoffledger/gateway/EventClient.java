package dev.handoffledger.gateway;

import dev.handoffledger.projections.LedgerPosition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reads an event stream over a connection of its own, and no faster than it is asked to.
 * Understands chunked answers only, which is what the gateway gives.
 */
final class EventClient implements AutoCloseable {

  /**
   * @param type null for a frame that only tells how far the stream is
   */
  record Frame(String type, String id, String data, boolean heartbeat) {}

  private final HttpURLConnection connection;
  private final BufferedReader in;

  private EventClient(HttpURLConnection connection) throws IOException {
    this.connection = connection;
    this.in =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * @param headers names and values in turn
   */
  static EventClient open(int port, String query, String... headers) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + port + "/v1/events" + query).toURL().openConnection();
    connection.setReadTimeout(30_000);
    for (int i = 0; i < headers.length; i += 2) {
      connection.setRequestProperty(headers[i], headers[i + 1]);
    }
    return new EventClient(connection);
  }

  /** The next frame, or null at the end of the stream. */
  Frame next() throws IOException {
    String type = null;
    String id = null;
    String data = null;
    boolean heartbeat = false;
    boolean any = false;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isEmpty() && any) {
        return new Frame(type, id, data, heartbeat);
      }
      any |= line.contains(":");
      if (line.startsWith("event: ")) {
        type = line.substring(7);
      } else if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        data = line.substring(6);
      } else if (line.startsWith(":")) {
        heartbeat = true;
      }
    }
    return null;
  }

  /** Frames up to the first that is asked for, which is the last of them. */
  List<Frame> until(Predicate<Frame> asked) throws IOException {
    List<Frame> frames = new ArrayList<>();
    while (true) {
      Frame frame = next();
      if (frame == null) {
        throw new AssertionError("the stream ended after " + frames);
      }
      frames.add(frame);
      if (asked.test(frame)) {
        return frames;
      }
    }
  }

  /** So many facts, other frames aside. */
  List<Frame> facts(int count) throws IOException {
    List<Frame> facts = new ArrayList<>();
    while (facts.size() < count) {
      facts.add(lastOf(until(frame -> "fact".equals(frame.type()))));
    }
    return facts;
  }

  static LedgerPosition position(Frame frame) {
    return frame.id().equals("start") ? LedgerPosition.START : LedgerPosition.parse(frame.id());
  }

  private static Frame lastOf(List<Frame> frames) {
    return frames.get(frames.size() - 1);
  }

  /** How far the stream is once it is open. */
  LedgerPosition opened() throws IOException {
    return position(lastOf(until(frame -> frame.id() != null)));
  }

  @Override
  public void close() {
    connection.disconnect();
  }
}
