package dev.handoffledger.schemas.wire;

import java.util.Objects;

/**
 * Where a record was published.
 *
 * @param key the record's key as text, or null
 * @param timestamp the broker's append time, milliseconds since the epoch
 */
public record RecordOrigin(String topic, int partition, long offset, String key, long timestamp) {
  public RecordOrigin {
    Objects.requireNonNull(topic);
  }
}
