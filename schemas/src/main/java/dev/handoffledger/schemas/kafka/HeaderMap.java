package dev.handoffledger.schemas.kafka;

import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Record headers as text by name. Of a repeated name the last value counts. {@link
 * HandoffHeaders#VALUE_SCHEMA_ID}, which is binary, stands as hex.
 */
public final class HeaderMap {
  private static final HexFormat HEX = HexFormat.of();

  private HeaderMap() {}

  public static Map<String, String> read(Headers headers) {
    Map<String, String> map = new LinkedHashMap<>();
    for (Header header : headers) {
      if (header.value() != null) {
        map.put(header.key(), text(header.key(), header.value()));
      }
    }
    return map;
  }

  /**
   * The headers that {@link #read} gives as this map.
   *
   * @throws IllegalArgumentException if {@link HandoffHeaders#VALUE_SCHEMA_ID} is not hex
   */
  public static Headers write(Map<String, String> map) {
    RecordHeaders headers = new RecordHeaders();
    map.forEach((name, text) -> headers.add(name, bytes(name, text)));
    return headers;
  }

  private static String text(String name, byte[] value) {
    return isBinary(name) ? HEX.formatHex(value) : new String(value, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String name, String text) {
    return isBinary(name) ? HEX.parseHex(text) : text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isBinary(String name) {
    return name.equals(HandoffHeaders.VALUE_SCHEMA_ID);
  }
}
