package dev.handoffledger.projections.issue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;

/**
 * When something happened by its own time; of two at one time the one with the greater id is newer.
 *
 * @param id a record id or a handoff id, compared as UTF-8 bytes
 */
record EventKey(Instant time, String id) implements Comparable<EventKey> {
  private static final Comparator<EventKey> ORDER =
      Comparator.comparing(EventKey::time)
          .thenComparing(key -> key.id().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  boolean isNewerThan(EventKey other) {
    return compareTo(other) > 0;
  }

  @Override
  public int compareTo(EventKey other) {
    return ORDER.compare(this, other);
  }
}
