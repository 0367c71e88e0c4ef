package dev.handoffledger.schemas.wire;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * CloudEvents 1.0 in binary mode of the Kafka protocol binding: the attributes are headers, the
 * value is the artifact as it is.
 */
public final class CloudEventHeaders {
  /** The {@code source} of what the ledger and its client library write. */
  public static final String LEDGER_SOURCE = "/handoff-ledger";

  static final String PREFIX = "ce_";

  private static final String TYPE_PREFIX = "dev.handoffledger.";

  private CloudEventHeaders() {}

  /**
   * The headers of a record that carries a handoff.
   *
   * @param handoffId the event's id
   * @param kind gives the event's type, {@code dev.handoffledger.<kind>}
   * @param session the event's subject
   * @param time when the ledger recorded it, or null if it has not
   */
  public static Map<String, String> of(
      String handoffId, String kind, String session, Instant time) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(PREFIX + "specversion", "1.0");
    headers.put(PREFIX + "id", handoffId);
    headers.put(PREFIX + "source", LEDGER_SOURCE);
    headers.put(PREFIX + "type", TYPE_PREFIX + kind);
    headers.put(PREFIX + "subject", session);
    if (time != null) {
      headers.put(PREFIX + "time", time.toString());
    }
    headers.put(HandoffHeaders.CONTENT_TYPE, "application/json");
    return headers;
  }

  /** The header that carries an extension attribute, for example {@code project}. */
  public static String extension(String name) {
    return PREFIX + name;
  }
}
