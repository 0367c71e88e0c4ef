package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Frames of an event stream as the HTML standard lays them down, to be written in one go. */
final class EventFrames {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  int size() {
    return out.size();
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  /** How long a client waits before it comes back. */
  EventFrames retry(long millis) {
    return text("retry: " + millis + "\n\n");
  }

  /** How far the stream is, without an event: a client that comes back from here misses none. */
  EventFrames position(LedgerPosition position) {
    return text("id: " + position.id() + "\n\n");
  }

  /** As {@link #position}, and a sign of life. */
  EventFrames heartbeat(LedgerPosition position) {
    return text(": heartbeat\n").position(position);
  }

  /**
   * An event.
   *
   * @param data JSON without a line break
   */
  EventFrames event(String type, LedgerPosition position, byte[] data) {
    text("event: " + type + "\nid: " + position.id() + "\ndata: ");
    out.writeBytes(data);
    return text("\n\n");
  }

  /** That the ledger no longer has some offsets of a partition, the last of them {@code to}. */
  EventFrames gap(int partition, long from, long to, LedgerPosition position) {
    String data =
        String.format(Locale.ROOT, "{\"partition\":%d,\"from\":%d,\"to\":%d}", partition, from, to);
    return event("gap", position, data.getBytes(StandardCharsets.UTF_8));
  }

  private EventFrames text(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }
}
