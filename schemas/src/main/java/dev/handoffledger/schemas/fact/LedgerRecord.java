package dev.handoffledger.schemas.fact;

import java.util.Map;
import java.util.Objects;

/**
 * A fact as it stands on the ledger topic.
 *
 * @param key the session
 * @param headers every header as text, in writing order
 * @param value the record's value; not to be changed
 * @param timestamp the record's create time, milliseconds since the epoch
 */
// The bytes are large and shared as they came; nobody compares two of these.
@SuppressWarnings("ArrayRecordComponent")
public record LedgerRecord(String key, Map<String, String> headers, byte[] value, long timestamp) {
  public LedgerRecord {
    Objects.requireNonNull(key);
    Objects.requireNonNull(headers);
    Objects.requireNonNull(value);
  }
}
