package dev.handoffledger.projections;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How far the ledger was read: for each partition of it the offset of the last record, in text
 * {@code 0:12,1:7}. A partition of which nothing was read is absent, whether it is given as absent
 * or as having no offset from 0 up. As an id, which must not be empty, the position before
 * everything is {@code start}.
 */
public record LedgerPosition(SortedMap<Integer, Long> offsets) {
  public static final LedgerPosition START = new LedgerPosition(new TreeMap<>());
  private static final String START_ID = "start";

  public LedgerPosition {
    offsets = new TreeMap<>(offsets);
    offsets.values().removeIf(last -> last < 0);
  }

  /**
   * Reads the text or the id.
   *
   * @throws IllegalArgumentException if it is not {@code partition:offset} pairs joined by commas
   */
  public static LedgerPosition parse(String text) {
    SortedMap<Integer, Long> offsets = new TreeMap<>();
    if (text.isEmpty() || text.equals(START_ID)) {
      return START;
    }
    for (String pair : text.split(",", -1)) {
      int colon = pair.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException(
            "a ledger position is partition:offset pairs joined by commas, for example 0:12,1:7");
      }
      try {
        int partition = Integer.parseUnsignedInt(pair.substring(0, colon));
        offsets.put(partition, Long.parseUnsignedLong(pair.substring(colon + 1)));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "a ledger position is partition:offset pairs joined by commas, for example 0:12,1:7",
            e);
      }
    }
    return new LedgerPosition(offsets);
  }

  /** Whether everything up to another position has been read here too. */
  public boolean reaches(LedgerPosition other) {
    for (Map.Entry<Integer, Long> entry : other.offsets.entrySet()) {
      if (offsets.getOrDefault(entry.getKey(), -1L) < entry.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** The text, which for this purpose is never empty. */
  public String id() {
    return equals(START) ? START_ID : toString();
  }

  @Override
  public String toString() {
    return offsets.entrySet().stream()
        .map(entry -> entry.getKey() + ":" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
