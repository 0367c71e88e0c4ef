package dev.handoffledger.gateway.internal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What each idempotency key stands for, such as the hash of a request: a fold of {@code
 * handoff.idempotency}. The first record of a key binds it for a day. The newest keys are kept; in
 * log order, so that every gateway keeps the same ones.
 */
public final class IdempotencyKeys implements PartitionTail.RecordHandler {
  private static final Duration BOUND_FOR = Duration.ofDays(1);

  private record Binding(String value, long at) {
    boolean holdsAt(long time) {
      return time - at < BOUND_FOR.toMillis();
    }
  }

  private final int maxKeys;

  /** In log order, the oldest first. Guarded by this. */
  private final Map<String, Binding> bindings = new LinkedHashMap<>();

  /**
   * @param maxKeys how many are kept
   */
  public IdempotencyKeys(int maxKeys) {
    this.maxKeys = maxKeys;
  }

  @Override
  public synchronized void handle(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.value() == null) {
      return;
    }
    String key = new String(record.key(), StandardCharsets.UTF_8);
    Binding bound = bindings.get(key);
    if (bound != null && bound.holdsAt(record.timestamp())) {
      return;
    }
    bindings.remove(key);
    bindings.put(
        key, new Binding(new String(record.value(), StandardCharsets.UTF_8), record.timestamp()));
    if (bindings.size() > maxKeys) {
      Iterator<Binding> oldest = bindings.values().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** What a key stands for at a time, or empty if the key is free. */
  synchronized Optional<String> value(String key, long time) {
    return Optional.ofNullable(bindings.get(key))
        .filter(bound -> bound.holdsAt(time))
        .map(Binding::value);
  }
}
