package dev.handoffledger.gateway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LogTextTest {

  @Test
  void plainText_staysAsItIs() {
    assertThat(LogText.escape("GET /v1/rôles?x=1 日本")).isEqualTo("GET /v1/rôles?x=1 日本");
  }

  @Test
  void controlCharacters_areEscaped() {
    assertThat(LogText.escape("a\r\nERROR forged \u001b[2J\u0000"))
        .isEqualTo("a\\u000d\\u000aERROR forged \\u001b[2J\\u0000");
  }

  @Test
  void charactersThatTurnTheTextAround_areEscaped() {
    assertThat(LogText.escape("a\u202eb\u2028c\u200b")).isEqualTo("a\\u202eb\\u2028c\\u200b");
  }

  @Test
  void longText_isCut() {
    assertThat(LogText.escape("x".repeat(1000))).hasSize(201).endsWith("…");
  }

  @Test
  void absentText_isSaidToBeAbsent() {
    assertThat(LogText.escape(null)).isEqualTo("null");
  }

  @Property
  void anyText_staysOnOneLineWithoutControls(@ForAll String text) {
    assertThat(LogText.escape(text).codePoints())
        .noneMatch(Character::isISOControl)
        .noneMatch(c -> c == '\u2028' || c == '\u2029');
  }
}
