package dev.handoffledger.projections.internal;

import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** A store of a partition that another instance has. */
final class PeerStore implements ReadOnlyKeyValueStore<Bytes, byte[]> {
  private final String name;
  private final int partition;
  private final Function<PeerRequest, byte[]> ask;

  /**
   * @param ask gets the owner's answer
   */
  PeerStore(String name, int partition, Function<PeerRequest, byte[]> ask) {
    this.name = name;
    this.partition = partition;
    this.ask = ask;
  }

  @Override
  public byte[] get(Bytes key) {
    return PeerReply.readFound(ask.apply(new PeerRequest.Get(name, List.of(partition), key)))
        .map(StoreAccess.Found::value)
        .orElse(null);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    return rows(from, to, MergedRange.Direction.ASCENDING);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
    return rows(from, to, MergedRange.Direction.DESCENDING);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return range(null, null);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseAll() {
    return reverseRange(null, null);
  }

  private KeyValueIterator<Bytes, byte[]> rows(
      Bytes from, Bytes to, MergedRange.Direction direction) {
    return new PeerRows(
        new PeerRequest.Range(name, partition, from, to, null, direction, PeerRows.FIRST_PAGE),
        ask);
  }

  /** No question counts rows by this. */
  @Override
  public long approximateNumEntries() {
    throw new UnsupportedOperationException("another instance's rows are not counted");
  }
}
