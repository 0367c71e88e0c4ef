package dev.handoffledger.processor.internal;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** A store outside a topology, in the byte order of RocksDB. */
final class SortedStore implements KeyValueStore<Bytes, byte[]> {
  private final TreeMap<Bytes, byte[]> rows = new TreeMap<>();

  @Override
  public void put(Bytes key, byte[] value) {
    if (value == null) {
      rows.remove(key);
    } else {
      rows.put(key, value);
    }
  }

  @Override
  public byte[] putIfAbsent(Bytes key, byte[] value) {
    return rows.putIfAbsent(key, value);
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte[] delete(Bytes key) {
    return rows.remove(key);
  }

  @Override
  public byte[] get(Bytes key) {
    return rows.get(key);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    return new Rows(new TreeMap<>(rows.subMap(from, true, to, true)));
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
    return new Rows(new TreeMap<>(rows.subMap(from, true, to, true)).descendingMap());
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return new Rows(new TreeMap<>(rows));
  }

  @Override
  public long approximateNumEntries() {
    return rows.size();
  }

  @Override
  public String name() {
    return "sorted";
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {}

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  private static final class Rows implements KeyValueIterator<Bytes, byte[]> {
    private final Iterator<Map.Entry<Bytes, byte[]>> entries;

    Rows(Map<Bytes, byte[]> rows) {
      this.entries = rows.entrySet().iterator();
    }

    @Override
    public boolean hasNext() {
      return entries.hasNext();
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      Map.Entry<Bytes, byte[]> entry = entries.next();
      return KeyValue.pair(entry.getKey(), entry.getValue());
    }

    @Override
    public Bytes peekNextKey() {
      throw new UnsupportedOperationException("no caller peeks");
    }

    @Override
    public void close() {}
  }
}
