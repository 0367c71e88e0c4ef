package dev.handoffledger.projections.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * Several ranges read as one, in the order of their rows' places. A place is what follows the
 * range's own beginning in a key.
 */
final class MergedRange implements AutoCloseable {

  /** Which way the ranges run. */
  enum Direction {
    ASCENDING,
    DESCENDING
  }

  /** One row of the ranges. */
  static final class Row {
    private final int partition;
    private final byte[] place;
    private final byte[] value;

    private Row(int partition, byte[] place, byte[] value) {
      this.partition = partition;
      this.place = place;
      this.value = value;
    }

    /** Whose store the row is in. */
    int partition() {
      return partition;
    }

    byte[] place() {
      return place;
    }

    byte[] value() {
      return value;
    }
  }

  private final List<Cursor> cursors = new ArrayList<>();
  private final PriorityQueue<Cursor> heads;

  MergedRange(Direction direction) {
    Comparator<Cursor> ascending =
        Comparator.comparing((Cursor cursor) -> cursor.head.place(), Arrays::compareUnsigned)
            .thenComparingInt(cursor -> cursor.partition);
    heads =
        new PriorityQueue<>(direction == Direction.ASCENDING ? ascending : ascending.reversed());
  }

  /**
   * Adds a range that runs in the direction of this one.
   *
   * @param beginning what every key of the range starts with
   */
  void add(int partition, Bytes beginning, KeyValueIterator<Bytes, byte[]> rows) {
    Cursor cursor = new Cursor(partition, beginning.get().length, rows);
    cursors.add(cursor);
    queue(cursor);
  }

  boolean hasNext() {
    return !heads.isEmpty();
  }

  Row next() {
    Cursor first = heads.poll();
    if (first == null) {
      throw new NoSuchElementException();
    }
    Row row = first.head;
    queue(first);
    return row;
  }

  private void queue(Cursor cursor) {
    if (cursor.advance()) {
      heads.add(cursor);
    }
  }

  @Override
  public void close() {
    cursors.forEach(cursor -> cursor.rows.close());
  }

  private static final class Cursor {
    private final int partition;
    private final int beginning;
    private final KeyValueIterator<Bytes, byte[]> rows;
    private Row head;

    Cursor(int partition, int beginning, KeyValueIterator<Bytes, byte[]> rows) {
      this.partition = partition;
      this.beginning = beginning;
      this.rows = rows;
    }

    boolean advance() {
      if (!rows.hasNext()) {
        return false;
      }
      KeyValue<Bytes, byte[]> row = rows.next();
      byte[] key = row.key.get();
      head = new Row(partition, Arrays.copyOfRange(key, beginning, key.length), row.value);
      return true;
    }
  }
}
