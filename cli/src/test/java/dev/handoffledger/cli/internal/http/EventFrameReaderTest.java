package dev.handoffledger.cli.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class EventFrameReaderTest {

  @Test
  void event_hasItsTypeItsIdAndItsData() throws IOException {
    assertThat(first("event: fact\nid: 0:12\ndata: {}\n\n"))
        .isEqualTo(new ServerEvent("fact", "0:12", "{}"));
  }

  @Test
  void linesOfData_areJoined() throws IOException {
    assertThat(first("data: a\ndata:b\n\n")).isEqualTo(new ServerEvent(null, null, "a\nb"));
  }

  @Test
  void heartbeat_tellsThePositionAlone() throws IOException {
    assertThat(first(": heartbeat\nid: 0:12\n\n")).isEqualTo(new ServerEvent(null, "0:12", null));
  }

  @Test
  void emptyLinesBetweenFrames_areNone() throws IOException {
    assertThat(first("\n\nid: 1:3\n\n")).isEqualTo(new ServerEvent(null, "1:3", null));
  }

  @Test
  void frameThatIsCutShort_isNone() throws IOException {
    assertThat(first("event: fact\ndata: {\"seq\"")).isNull();
  }

  private static ServerEvent first(String stream) throws IOException {
    return new EventFrameReader(new BufferedReader(new StringReader(stream))).next();
  }
}
