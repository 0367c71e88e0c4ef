package dev.handoffledger.schemas.kafka;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Record headers as text by name. Of a repeated name the last value counts. */
public final class HeaderMap {
  private HeaderMap() {}

  public static Map<String, String> read(Headers headers) {
    Map<String, String> map = new LinkedHashMap<>();
    for (Header header : headers) {
      if (header.value() != null) {
        map.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
      }
    }
    return map;
  }

  public static Headers write(Map<String, String> map) {
    RecordHeaders headers = new RecordHeaders();
    map.forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
    return headers;
  }
}
