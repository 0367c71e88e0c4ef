package dev.handoffledger.projections.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Lists of handoffs by the time they were recorded, each with a name, a count and the place of its
 * oldest. What leaves a list leaves a gravestone that a scan must step over, so that scans start at
 * the oldest.
 */
final class NamedLists {
  private final KeyValueStore<Bytes, byte[]> entries;
  private final KeyValueStore<Bytes, byte[]> summaries;

  NamedLists(KeyValueStore<Bytes, byte[]> entries, KeyValueStore<Bytes, byte[]> summaries) {
    this.entries = entries;
    this.summaries = summaries;
  }

  /**
   * @param key {@link RowKeys#open} of the list's name
   * @param entry what is kept there, in place of what may be there already
   */
  void enter(String list, Bytes key, byte[] entry) {
    byte[] before = entries.get(key);
    if (!Arrays.equals(before, entry)) {
      entries.put(key, entry);
    }
    if (before == null) {
      put(list, summary(list).opened(place(list, key)));
    }
  }

  void leave(String list, Bytes key) {
    if (entries.get(key) != null) {
      entries.delete(key);
      ListRow before = summary(list);
      boolean wasOldest = place(list, key).equals(before.oldest());
      put(list, before.closed(wasOldest ? next(list, key) : before.oldest()));
    }
  }

  private Bytes next(String list, Bytes after) {
    try (KeyValueIterator<Bytes, byte[]> rows =
        entries.range(after, RowKeys.afterAllOf(RowKeys.openOf(list)))) {
      return rows.hasNext() ? place(list, rows.next().key) : null;
    }
  }

  private static Bytes place(String list, Bytes key) {
    return Bytes.wrap(RowKeys.placeAmongOpen(list, key));
  }

  private ListRow summary(String list) {
    byte[] row = summaries.get(RowKeys.role(list));
    return row == null ? ListRow.NONE : ListRow.decode(row);
  }

  private void put(String list, ListRow row) {
    summaries.put(RowKeys.role(list), row.encode());
  }

  /** Makes the summaries those of the entries, of which a crash may have kept more or less. */
  void recount() {
    Map<String, ListRow> counted = new HashMap<>();
    try (KeyValueIterator<Bytes, byte[]> rows = summaries.all()) {
      rows.forEachRemaining(row -> counted.put(RowCodec.text(row.key.get()), ListRow.NONE));
    }
    try (KeyValueIterator<Bytes, byte[]> rows = entries.all()) {
      rows.forEachRemaining(
          row -> {
            String list = RowKeys.roleOfOpen(row.key);
            counted.put(
                list, counted.getOrDefault(list, ListRow.NONE).opened(place(list, row.key)));
          });
    }
    counted.forEach(
        (list, row) -> {
          if (!row.equals(summary(list))) {
            put(list, row);
          }
        });
  }
}
