package dev.handoffledger.cli.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeTextTest {

  @ParameterizedTest
  @CsvSource({
    "1B", "7", "8", "0", "A", "D", "7F", "9B", "202E", "2066", "200F", "2028", "FEFF", "E0041",
    "D800", "AD", "61C"
  })
  void whatDeceives_isEscaped(String hex) {
    int codePoint = Integer.parseInt(hex, 16);

    assertThat(SafeText.escape("a" + Character.toString(codePoint) + "b"))
        .isEqualTo("a\\u{" + String.format("%04X", codePoint) + "}b");
  }

  @Test
  void whatPeopleWrite_isLeftAlone() {
    String text = "Grüße, 次の作業, שלום, क्‍ष, 👩‍🔧 → done";

    assertThat(SafeText.escape(text)).isEqualTo(text);
  }

  @Property
  void nothingUnsafeIsLeft(@ForAll String text) {
    assertThat(SafeText.escape(text).codePoints()).noneMatch(SafeText::isUnsafe);
  }

  @Test
  void lines_keepTheirEndsAndTabsAndNothingElseThatMovesTheCursor() {
    assertThat(SafeText.escapeLines("a\n\tb\r\nc\u001B[2Jd\u202Ee\n"))
        .isEqualTo("a\n\tb\\u{000D}\nc\\u{001B}[2Jd\\u{202E}e\n");
  }

  @Property
  void nothingUnsafeIsLeftInLines(@ForAll String text) {
    assertThat(SafeText.escapeLines(text).replaceAll("[\n\t]", "").codePoints())
        .noneMatch(SafeText::isUnsafe);
  }

  @Property
  void escapedJson_isTheSameDocument(@ForAll String text) throws JsonProcessingException {
    ObjectMapper json = new ObjectMapper();
    String document = "{\n\t\"a\": " + json.writeValueAsString(text) + "\r\n}";

    assertThat(json.readTree(SafeText.escapeJson(document))).isEqualTo(json.readTree(document));
  }
}
