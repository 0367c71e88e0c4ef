package dev.handoffledger.schemas.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WireFramingTest {

  @Test
  void frame_isAZeroByteTheIdBigEndianAndTheJson() {
    assertThat(WireFraming.frame(0x01020384, "{}".getBytes(UTF_8)))
        .containsExactly(0, 1, 2, 3, 0x84, '{', '}');
  }

  @Test
  void bareJson_isNotFramed() {
    assertThat(WireFraming.unframe("{\"a\":1}".getBytes(UTF_8))).isEmpty();
  }

  @Test
  void frameWithoutRoomForItsId_isNotFramed() {
    assertThat(WireFraming.unframe(new byte[] {0, 0, 0, 1})).isEmpty();
  }

  @Property
  void whatWasFramed_isTakenApart(@ForAll int schemaId, @ForAll byte[] json) {
    assertThat(WireFraming.unframe(WireFraming.frame(schemaId, json)))
        .hasValueSatisfying(
            framed -> {
              assertThat(framed.schemaId()).isEqualTo(schemaId);
              assertThat(framed.json()).isEqualTo(json);
            });
  }
}
