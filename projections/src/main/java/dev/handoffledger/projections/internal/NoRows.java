package dev.handoffledger.projections.internal;

import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** A range without rows. */
final class NoRows implements KeyValueIterator<Bytes, byte[]> {
  @Override
  public boolean hasNext() {
    return false;
  }

  @Override
  public KeyValue<Bytes, byte[]> next() {
    throw new NoSuchElementException();
  }

  @Override
  public Bytes peekNextKey() {
    throw new NoSuchElementException();
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
