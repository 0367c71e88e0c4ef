package dev.handoffledger.schemas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhiteSpaceTest {
  /** Unicode's White_Space (PropList.txt), U+200B and U+FEFF. */
  private static final String EVERY_KIND =
      "\t\n\u000b\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
          + "\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff";

  @Test
  void everyKindOfWhiteSpace_isBlank() {
    assertThat(EVERY_KIND.chars())
        .allSatisfy(c -> assertThat(WhiteSpace.isBlank(Character.toString(c))).isTrue());
  }

  @Test
  void everyOtherCharacter_isNotBlank() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (EVERY_KIND.indexOf(codePoint) < 0) {
        assertThat(WhiteSpace.isBlank(Character.toString(codePoint)))
            .as("U+%04X", codePoint)
            .isFalse();
      }
    }
  }

  @Test
  void noText_isBlank() {
    assertThat(WhiteSpace.isBlank("")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {" a ", "\ufeffa", "a\u200b"})
  void textWithAVisibleCharacter_isNotBlank(String text) {
    assertThat(WhiteSpace.isBlank(text)).isFalse();
  }

  @Test
  void trim_takesEveryKindOfWhiteSpaceOffBothEnds() {
    assertThat(WhiteSpace.trim(EVERY_KIND + "a" + EVERY_KIND)).isEqualTo("a");
  }

  @Test
  void trim_keepsWhiteSpaceWithin() {
    assertThat(WhiteSpace.trim(" a \u200b b ")).isEqualTo("a \u200b b");
  }

  @Test
  void trim_leavesNothingOfABlankText() {
    assertThat(WhiteSpace.trim(EVERY_KIND)).isEmpty();
  }

  @Property
  void trimmingTwice_changesNothingMore(@ForAll String text) {
    String trimmed = WhiteSpace.trim(text);

    assertThat(WhiteSpace.trim(trimmed)).isEqualTo(trimmed);
  }
}
