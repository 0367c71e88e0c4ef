package dev.handoffledger.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTokenTest {

  @Property
  void anyToken_isReadBackAsItWasWritten(
      @ForAll String session,
      @ForAll String row,
      @ForAll @LongRange(min = 1, max = 999_999_999_999_999_999L) long seq) {
    ClaimToken token = new ClaimToken(wellFormed(session), wellFormed(row), seq);

    assertThat(ClaimToken.parse(token.text())).contains(token);
  }

  @Property
  void text_mayStandInAUrlAsItIs(@ForAll String session, @ForAll String row) {
    assertThat(new ClaimToken(wellFormed(session), wellFormed(row), 1).text())
        .matches("[A-Za-z0-9._-]+");
  }

  @Property
  void anyText_isATokenOrNone(@ForAll String text) {
    ClaimToken.parse(text).ifPresent(token -> assertThat(token.text()).isEqualTo(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "1.", "0.AAAAAA", "01.AAAAAA", "-1.AAAAAA", "1.AAAAAA==", "1.AA"})
  void textOfAnotherForm_isNone(String text) {
    assertThat(ClaimToken.parse(text)).isEmpty();
  }

  @Test
  void sessionLongerThanTheText_isNone() {
    assertThat(ClaimToken.parse("1.f_____8")).isEmpty();
  }

  @Test
  void bytesThatAreNotUtf8_areNone() {
    assertThat(ClaimToken.parse("1.AAAAAf8")).isEmpty();
  }

  @Test
  void textLongerThanAnyToken_isNone() {
    assertThat(ClaimToken.parse("1." + "A".repeat(10_000))).isEmpty();
  }

  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
