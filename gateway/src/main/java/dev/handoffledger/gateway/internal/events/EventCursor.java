package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How far one client is, and what comes next for it. It holds offsets and no events, so that a
 * client may be behind as far as it likes.
 */
final class EventCursor implements Feed {
  /** Frames are given out once they have as many bytes. */
  private static final int FRAMES_BYTES = 32 * 1024;

  private static final Duration COME_BACK_AFTER = Duration.ofSeconds(1);

  /** So many events are looked at for one answer, whether or not any of them passes. */
  private static final int LOOKED_AT_ONCE = 5_000;

  private final LedgerEvents events;
  private final HandoffTags tags;
  private final LedgerQueries queries;
  private final EventFilter filter;
  private final Function<LedgerEvent, byte[]> data;
  private final SortedMap<Integer, Long> offsets;
  private LedgerPosition told;

  /**
   * @param after the position after which it starts
   * @param data the JSON of an event
   */
  EventCursor(
      LedgerEvents events,
      HandoffTags tags,
      LedgerQueries queries,
      EventFilter filter,
      LedgerPosition after,
      Function<LedgerEvent, byte[]> data) {
    this.events = events;
    this.tags = tags;
    this.queries = queries;
    this.filter = filter;
    this.offsets = new TreeMap<>(after.offsets());
    this.told = after;
    this.data = data;
  }

  private LedgerPosition position() {
    return new LedgerPosition(offsets);
  }

  @Override
  public byte[] opening() {
    return new EventFrames().retry(COME_BACK_AFTER.toMillis()).position(position()).bytes();
  }

  @Override
  public byte[] heartbeat() {
    return new EventFrames().heartbeat(position()).bytes();
  }

  /** The ledger goes on for ever. */
  @Override
  public boolean isOver() {
    return false;
  }

  /** The frames of the next events that pass. */
  @Override
  public byte[] next() {
    EventFrames frames = new EventFrames();
    try {
      collect(frames);
    } catch (NotAvailableException e) {
      if (frames.size() == 0) {
        throw e;
      }
      // What is in the frames has been passed, so it must be given out.
    }
    return frames.bytes();
  }

  private void collect(EventFrames frames) {
    EventFilter.Now now = null;
    int looked = 0;
    for (int partition = 0; partition < events.partitions(); partition++) {
      while (frames.size() < FRAMES_BYTES && looked < LOOKED_AT_ONCE) {
        long from = offsets.getOrDefault(partition, -1L) + 1;
        Stretch stretch = events.read(partition, from);
        if (stretch.next() == from) {
          break;
        }
        now = now == null ? filter.now(queries) : now;
        looked += take(partition, from, stretch, now, frames);
      }
    }
    // Beyond the last event that was told, so that nobody who comes back passes over it again.
    if (!position().equals(told)) {
      told = position();
      frames.position(told);
    }
  }

  /** Takes a stretch, or as much of it as the frames have room for. */
  private int take(
      int partition, long from, Stretch stretch, EventFilter.Now now, EventFrames frames) {
    if (stretch.lost() > 0) {
      long to = from + stretch.lost() - 1;
      offsets.put(partition, to);
      told = position();
      frames.gap(partition, from, to, told);
    }
    int looked = 1;
    for (LedgerEvent event : stretch.events()) {
      if (frames.size() >= FRAMES_BYTES) {
        return looked;
      }
      boolean passes = now.passes(event, tags, queries);
      byte[] json = passes ? event.data(() -> data.apply(event)) : null;
      offsets.put(partition, event.offset());
      looked++;
      if (passes) {
        told = position();
        frames.event("fact", told, json);
      }
    }
    offsets.put(partition, stretch.next() - 1);
    return looked;
  }
}
