package dev.handoffledger.standalone.guarantees;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/** Stores whose puts fail now and then, so often and no more. */
final class FailingStores implements KeyValueBytesStoreSupplier {
  private static final int ONE_IN = 900;

  private final KeyValueBytesStoreSupplier real;
  private final AtomicInteger faults;
  private final int atMost;
  private final Random random = new Random(7);

  FailingStores(KeyValueBytesStoreSupplier real, AtomicInteger faults, int atMost) {
    this.real = real;
    this.faults = faults;
    this.atMost = atMost;
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public String metricsScope() {
    return real.metricsScope();
  }

  // A proxy, so that whatever else the store can do goes to the real one.
  @Override
  @SuppressWarnings("unchecked")
  public KeyValueStore<Bytes, byte[]> get() {
    KeyValueStore<Bytes, byte[]> store = real.get();
    return (KeyValueStore<Bytes, byte[]>)
        Proxy.newProxyInstance(
            KeyValueStore.class.getClassLoader(),
            new Class<?>[] {KeyValueStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("put")) {
                failNowAndThen();
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private synchronized void failNowAndThen() {
    if (faults.get() < atMost && random.nextInt(ONE_IN) == 0) {
      faults.incrementAndGet();
      throw new IllegalStateException("injected into apply");
    }
  }
}
