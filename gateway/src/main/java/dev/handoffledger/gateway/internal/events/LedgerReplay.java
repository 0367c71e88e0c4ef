package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The facts of the ledger that pass a filter, one a line, each with the position after which it
 * goes on; other lines tell how far it is, and what the ledger no longer has.
 */
final class LedgerReplay implements Feed, AutoCloseable {
  /** Lines are given out once they have as many bytes. */
  private static final int LINES_BYTES = 32 * 1024;

  /** So many facts are looked at for one answer, whether or not any of them passes. */
  private static final int LOOKED_AT_ONCE = 5_000;

  private static final byte[] NOTHING = {};

  private final LedgerReader reader;
  private final HandoffTags tags;
  private final LedgerQueries queries;
  private final EventFilter filter;
  private final ReplayJson json;
  private boolean complete;
  private boolean closed;

  LedgerReplay(
      LedgerReader reader,
      HandoffTags tags,
      LedgerQueries queries,
      EventFilter filter,
      ReplayJson json) {
    this.reader = reader;
    this.tags = tags;
    this.queries = queries;
    this.filter = filter;
    this.json = json;
  }

  @Override
  public synchronized byte[] opening() {
    Lines lines = new Lines();
    lines.add("{\"position\":\"%s\"}", position());
    return lines.bytes();
  }

  @Override
  public byte[] heartbeat() {
    return opening();
  }

  @Override
  public synchronized boolean isOver() {
    return complete;
  }

  @Override
  public synchronized byte[] next() {
    if (complete || closed) {
      return NOTHING;
    }
    Lines lines = new Lines();
    try {
      collect(lines);
    } catch (NotAvailableException e) {
      if (lines.size() == 0) {
        throw e;
      }
      // What is in the lines has been passed, so it must be given out.
    }
    return lines.bytes();
  }

  private void collect(Lines lines) {
    EventFilter.Now now = filter.now(queries);
    for (int looked = 0; looked < LOOKED_AT_ONCE && lines.size() < LINES_BYTES; looked++) {
      reader.fill();
      Optional<LedgerReader.Lost> lost = reader.takeLost();
      if (lost.isPresent()) {
        lines.add(
            "{\"gap\":{\"partition\":%d,\"from\":%d,\"to\":%d},\"position\":\"%s\"}",
            lost.get().partition(), lost.get().from(), lost.get().to(), position());
        continue;
      }
      Optional<LedgerEvent> next = reader.peek();
      if (next.isEmpty()) {
        complete = true;
        lines.add("{\"position\":\"%s\",\"complete\":true}", position());
        return;
      }
      LedgerEvent event = next.get();
      boolean passes = now.passes(event, tags, queries);
      HandoffTags.Tags known = passes ? event.tags(tags) : null;
      reader.take();
      if (passes) {
        lines.add(json.write(event.view(), known.kind(), known.roles(), position()));
      }
    }
    if (lines.size() == 0) {
      lines.add("{\"position\":\"%s\"}", position());
    }
  }

  private String position() {
    return reader.position().id();
  }

  /** Waits for what is being read. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      reader.close();
    }
  }

  /** Lines to be written in one go. */
  private static final class Lines {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void add(String format, Object... values) {
      add(String.format(Locale.ROOT, format, values).getBytes(StandardCharsets.UTF_8));
    }

    void add(byte[] line) {
      out.writeBytes(line);
      out.write('\n');
    }

    int size() {
      return out.size();
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }
}
