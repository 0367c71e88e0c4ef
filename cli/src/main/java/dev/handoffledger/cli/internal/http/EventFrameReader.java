package dev.handoffledger.cli.internal.http;

import java.io.BufferedReader;
import java.io.IOException;

/** Reads frames of an event stream, as the HTML standard lays them down. */
final class EventFrameReader {
  private final BufferedReader in;

  EventFrameReader(BufferedReader in) {
    this.in = in;
  }

  /** The next frame, or null at the end of the stream; one that is cut short is no frame. */
  ServerEvent next() throws IOException {
    String type = null;
    String id = null;
    StringBuilder data = null;
    boolean any = false;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isEmpty() && any) {
        return new ServerEvent(type, id, data == null ? null : data.toString());
      }
      any |= !line.isEmpty();
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
      switch (field) {
        case "event" -> type = value;
        case "id" -> id = value;
        case "data" -> {
          data = data == null ? new StringBuilder() : data.append('\n');
          data.append(value);
        }
        default -> {
          // A comment, or a field of no use here.
        }
      }
    }
    return null;
  }
}
