package dev.handoffledger.projections.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Stores in memory that can lose their newest writes, as they do in a crash. */
final class UndoableStores {
  private final Map<String, List<Write>> writes = new HashMap<>();

  private record Write(KeyValueStore<Bytes, byte[]> store, Bytes key, byte[] before) {}

  KeyValueBytesStoreSupplier supplier(String name) {
    KeyValueBytesStoreSupplier real = Stores.inMemoryKeyValueStore(name);
    return new KeyValueBytesStoreSupplier() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String metricsScope() {
        return real.metricsScope();
      }

      @Override
      public KeyValueStore<Bytes, byte[]> get() {
        return noting(real.get());
      }
    };
  }

  // A proxy, so that whatever else the store can do goes to the real one.
  @SuppressWarnings("unchecked")
  private KeyValueStore<Bytes, byte[]> noting(KeyValueStore<Bytes, byte[]> store) {
    return (KeyValueStore<Bytes, byte[]>)
        Proxy.newProxyInstance(
            KeyValueStore.class.getClassLoader(),
            new Class<?>[] {KeyValueStore.class},
            (proxy, method, arguments) -> {
              if (List.of("put", "putIfAbsent", "delete").contains(method.getName())) {
                Bytes key = (Bytes) arguments[0];
                writes
                    .computeIfAbsent(store.name(), name -> new ArrayList<>())
                    .add(new Write(store, key, store.get(key)));
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** From here on writes may be lost. */
  void commit() {
    writes.clear();
  }

  /** Loses the newest writes of each store, some or all or none since the commit. */
  void crash(Random random) {
    for (List<Write> written : writes.values()) {
      int lost = random.nextInt(3) * written.size() / 2;
      for (int i = written.size() - 1; i >= written.size() - lost; i--) {
        Write write = written.get(i);
        write.store().put(write.key(), write.before());
      }
    }
    writes.clear();
  }
}
