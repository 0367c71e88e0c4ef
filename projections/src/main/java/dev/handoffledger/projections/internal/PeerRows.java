package dev.handoffledger.projections.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** A range of another instance's store, fetched page by page, each greater than the one before. */
final class PeerRows implements KeyValueIterator<Bytes, byte[]> {
  static final int FIRST_PAGE = 32;

  private static final int LARGEST_PAGE = 2048;
  private static final int GROWTH = 4;

  private final Function<PeerRequest, byte[]> ask;
  private final Deque<KeyValue<Bytes, byte[]>> fetched = new ArrayDeque<>();
  private PeerRequest.Range next;

  PeerRows(PeerRequest.Range range, Function<PeerRequest, byte[]> ask) {
    this.ask = ask;
    this.next = range;
    fetch();
  }

  private void fetch() {
    PeerRequest.Range asked = next;
    PeerReply.Rows page = PeerReply.readRows(ask.apply(asked));
    fetched.addAll(page.rows());
    next = page.more() ? after(asked, fetched.getLast().key) : null;
  }

  private static PeerRequest.Range after(PeerRequest.Range range, Bytes last) {
    boolean ascending = range.direction() == MergedRange.Direction.ASCENDING;
    return new PeerRequest.Range(
        range.store(),
        range.partition(),
        ascending ? last : range.from(),
        ascending ? range.to() : last,
        last,
        range.direction(),
        Math.min(range.limit() * GROWTH, LARGEST_PAGE));
  }

  @Override
  public boolean hasNext() {
    if (fetched.isEmpty() && next != null) {
      fetch();
    }
    return !fetched.isEmpty();
  }

  @Override
  public KeyValue<Bytes, byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return fetched.remove();
  }

  @Override
  public Bytes peekNextKey() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return fetched.element().key;
  }

  @Override
  public void close() {
    fetched.clear();
    next = null;
  }
}
