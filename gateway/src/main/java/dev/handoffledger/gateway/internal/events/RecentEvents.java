package dev.handoffledger.gateway.internal.events;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The newest events of a partition, as many as a client may be behind without reading Kafka. */
final class RecentEvents {
  private static final long NONE_YET = Long.MAX_VALUE;

  private final int most;
  // Guarded by this.
  private final NavigableMap<Long, LedgerEvent> events = new TreeMap<>();
  private long completeFrom = NONE_YET;

  /**
   * @param most how many are kept
   */
  RecentEvents(int most) {
    this.most = most;
  }

  /** Takes the next event of the partition. */
  synchronized void add(LedgerEvent event) {
    if (completeFrom == NONE_YET) {
      completeFrom = event.offset();
    }
    events.put(event.offset(), event);
    if (events.size() > most) {
      completeFrom = events.pollFirstEntry().getKey() + 1;
    }
  }

  /** The offset of the newest event, or -1 if there is none yet. */
  synchronized long newest() {
    return events.isEmpty() ? -1 : events.lastKey();
  }

  /**
   * The events from an offset on.
   *
   * @param upTo the last offset to give
   * @return empty if some of them are not here any more
   */
  synchronized Optional<Stretch> read(long from, long upTo, int limit) {
    if (from < completeFrom) {
      return Optional.empty();
    }
    List<LedgerEvent> found = new ArrayList<>();
    for (LedgerEvent event : events.tailMap(from, true).values()) {
      if (event.offset() > upTo || found.size() == limit) {
        break;
      }
      found.add(event);
    }
    long next = found.isEmpty() ? from : found.get(found.size() - 1).offset() + 1;
    return Optional.of(new Stretch(found, next, 0));
  }
}
