package dev.handoffledger.producer;

import java.util.Objects;

/** Where a record stands on the broker. */
public record RecordLocation(String topic, int partition, long offset) {
  public RecordLocation {
    Objects.requireNonNull(topic);
  }
}
