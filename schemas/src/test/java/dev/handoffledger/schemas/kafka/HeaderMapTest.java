package dev.handoffledger.schemas.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class HeaderMapTest {

  @Test
  void ofARepeatedHeader_theLastValueCounts() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("a", "first".getBytes(UTF_8)).add("a", "läst".getBytes(UTF_8));

    assertThat(HeaderMap.read(headers)).isEqualTo(Map.of("a", "läst"));
  }

  @Test
  void headerWithoutAValue_isAbsent() {
    assertThat(HeaderMap.read(new RecordHeaders().add("a", null))).isEmpty();
  }

  @Test
  void schemaIdHeader_isReadAsHexAndWrittenBackAsItWas() {
    byte[] binary = {0, (byte) 0xff, (byte) 0x80, 1, 2};
    RecordHeaders headers = new RecordHeaders();
    headers.add("__value_schema_id", binary);

    Map<String, String> map = HeaderMap.read(headers);

    assertThat(map).isEqualTo(Map.of("__value_schema_id", "00ff800102"));
    assertThat(HeaderMap.write(map).lastHeader("__value_schema_id").value()).isEqualTo(binary);
  }

  @Test
  void writtenHeaders_areReadAsTheyWere() {
    Map<String, String> map = Map.of("a", "1", "b", "zwölf", "c", "");

    assertThat(HeaderMap.read(HeaderMap.write(map))).isEqualTo(map);
  }
}
