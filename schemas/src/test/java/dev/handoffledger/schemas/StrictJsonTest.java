package dev.handoffledger.schemas;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

  @Nested
  class Encoding {
    @Test
    void utf8_isRead() throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8("\"Zoë 😀\"")).textValue()).isEqualTo("Zoë 😀");
    }

    @Test
    void byteOrderMark_isNotJson() {
      assertThat(problem("\ufeff{}").reason()).isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void byteOrderMark_isNamed() {
      assertThat(problem("\ufeff{}").message()).contains("byte order mark");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "UTF-16", "UTF-32"})
    void otherUnicodeEncoding_isNotJson(String charset) {
      assertThat(problem("{\"a\":1}".getBytes(Charset.forName(charset))).reason())
          .isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void byteOrderMarkOfUtf16_isNotJson() {
      assertThat(problem("\ufeff1".getBytes(UTF_16LE)).reason()).isEqualTo(Reason.NOT_JSON);
      assertThat(problem("\ufeff1".getBytes(UTF_16BE)).reason()).isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void latin1_isNotJson() {
      assertThat(problem("\"Zoë\"".getBytes(ISO_8859_1)).reason()).isEqualTo(Reason.NOT_JSON);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "22c0af22", // an overlong slash
          "22c08022", // an overlong U+0000
          "22e080af22", // an overlong slash in three bytes
          "22eda08022", // half of a surrogate pair
          "22f490808022", // beyond U+10FFFF
          "22c322", // cut short
          "228022" // a continuation alone
        })
    void malformedUtf8_isNotJson(String hex) {
      assertThat(problem(HexFormat.of().parseHex(hex)).reason()).isEqualTo(Reason.NOT_JSON);
    }
  }

  @Nested
  class Grammar {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          " ",
          "\n\t\r ",
          "{",
          "[1,]",
          "{\"a\":1,}",
          "{\"a\"}",
          "{a:1}",
          "{'a':1}",
          "nul",
          "NaN",
          "Infinity",
          "-Infinity",
          "[NaN]",
          "// note\n1",
          "/* note */ 1",
          "# note\n1",
          "01",
          "-01",
          "+1",
          ".5",
          "1.",
          "1e",
          "0x10",
          "\"a",
          "\"a\nb\"",
          "\"\\x\"",
          "\"\\u12\"",
          "\f1"
        })
    void whatIsNotJson_isNotJson(String text) {
      assertThat(problem(text).reason()).isEqualTo(Reason.NOT_JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "{}x", "{}]", "{},", "1 2", "{}//", "{}\u0000"})
    void whatFollowsTheValue_isNotJson(String text) {
      assertThat(problem(text).reason()).isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void whiteSpaceAround_isPassedOver() throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8(" \n{\"a\":1}\r\n\t")).path("a").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "0", "\"\"", "[]"})
    void valueThatIsNoObject_isRead(String text) throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8(text)).toString()).isEqualTo(text);
    }

    @Test
    void placeOfTheMistake_isNamed() {
      assertThat(problem("{\n  \"a\": tru\n}").message()).contains("line 2");
    }

    @Test
    void message_doesNotQuoteTheDocument() {
      assertThat(problem("{\"a\": hunter2}").message()).doesNotContain("hunter");
    }
  }

  @Nested
  class DuplicateKey {
    @Test
    void memberTwice_isRefusedWithItsPointer() {
      Problem problem = problem("{\"a\":1,\"b\":2,\"a\":3}");

      assertThat(problem.reason()).isEqualTo(Reason.DUPLICATE_KEY);
      assertThat(problem.pointer()).isEqualTo("/a");
    }

    @Test
    void memberTwiceDeepInside_isRefusedWithItsPointer() {
      assertThat(problem("{\"x\":[{},{\"a\":{\"b/c~d\":1,\"b/c~d\":2}}]}").pointer())
          .isEqualTo("/x/1/a/b~1c~0d");
    }

    @Test
    void containerTwice_isRefusedWithItsPointer() {
      Problem problem = problem("{\"o\":{\"a\":{\"p\":1},\"a\":{\"q\":2}}}");

      assertThat(problem.reason()).isEqualTo(Reason.DUPLICATE_KEY);
      assertThat(problem.pointer()).isEqualTo("/o/a");
    }

    @Test
    void memberTwiceInOtherEscapes_isRefused() {
      assertThat(problem("{\"a\":1,\"\\u0061\":2}").reason()).isEqualTo(Reason.DUPLICATE_KEY);
    }

    @Test
    void sameNameInOtherObjects_isNoDuplicate() throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8("{\"a\":{\"a\":1},\"b\":{\"a\":2}}"))).hasSize(2);
    }
  }

  @Nested
  class Surrogates {
    @Test
    void pair_isRead() throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8("\"\\ud83d\\ude00\"")).textValue()).isEqualTo("😀");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "\\ude00\\ud83d", "x\\ud800y", "\\ud83d\\ud83d"})
    void halfInAText_isRefusedWithItsPointer(String text) {
      Problem problem = problem("{\"a\":[\"" + text + "\"]}");

      assertThat(problem.reason()).isEqualTo(Reason.NOT_JSON);
      assertThat(problem.pointer()).isEqualTo("/a/0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\udfff", "\\ud800", "\\ud83d\\ud83d"})
    void halfInAName_isNotJson(String name) {
      assertThat(problem("{\"a\":{\"x" + name + "\":1}}").reason()).isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void pairInAName_isRead() throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8("{\"\\ud83d\\ude00\":1}")).has("😀")).isTrue();
    }
  }

  @Nested
  class Numbers {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "9007199254740992",
          "-9007199254740992",
          "0",
          "-0",
          "2.0",
          "1e15",
          "-4503599627370496.5",
          "5e-324",
          "1e-400"
        })
    void numberThatADoubleKeeps_isRead(String number) throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8("[" + number + "]")).get(0).isNumber()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "9007199254740993",
          "-9007199254740993",
          "9223372036854775808",
          "-99999999999999999999999999",
          "1e400",
          "-1e400",
          "9007199254740993.0",
          "-9007199254740993.0",
          "1e16"
        })
    void numberThatADoubleDoesNotKeep_isUnsafe(String number) {
      Problem problem = problem("{\"a\":[0," + number + "]}");

      assertThat(problem.reason()).isEqualTo(Reason.UNSAFE_NUMBER);
      assertThat(problem.pointer()).isEqualTo("/a/1");
    }

    @Test
    void integerOverTheLengthOfNumbers_isUnsafe() {
      assertThat(problem("{\"a\":" + "1".repeat(Limits.MAX_NUMBER_CHARS + 1) + "}"))
          .extracting(Problem::reason, Problem::pointer)
          .containsExactly(Reason.UNSAFE_NUMBER, "/a");
    }

    @Test
    void fractionOverTheLengthOfNumbers_isUnsafe() {
      assertThat(problem("{\"a\":0." + "1".repeat(Limits.MAX_NUMBER_CHARS) + "}"))
          .extracting(Problem::reason, Problem::pointer)
          .containsExactly(Reason.UNSAFE_NUMBER, "/a");
    }

    @Test
    void numberOfGreatestLength_isRead() throws InvalidJsonException {
      String number = "0." + "1".repeat(Limits.MAX_NUMBER_CHARS - 2);

      assertThat(StrictJson.parse(utf8(number)).doubleValue()).isEqualTo(1 / 9.0);
    }
  }

  @Nested
  class Size {
    @Test
    void nestingOfGreatestDepth_isRead() throws InvalidJsonException {
      assertThat(StrictJson.parse(utf8(nested(Limits.MAX_DEPTH, "1"))).isArray()).isTrue();
    }

    @Test
    void nestingBeyondGreatestDepth_isTooDeep() {
      assertThat(problem(nested(Limits.MAX_DEPTH + 1, "1")).reason()).isEqualTo(Reason.TOO_DEEP);
    }

    @Test
    void objectsBeyondGreatestDepth_areTooDeep() {
      String deep = "{\"a\":".repeat(Limits.MAX_DEPTH + 1) + "1" + "}".repeat(Limits.MAX_DEPTH + 1);

      assertThat(problem(deep).reason()).isEqualTo(Reason.TOO_DEEP);
    }

    @Test
    void hundredThousandLevels_areTooDeep() {
      assertThat(problem("[".repeat(100_000)).reason()).isEqualTo(Reason.TOO_DEEP);
    }

    @Test
    void textTooLongAtTheGreatestDepth_isTooLarge() {
      String text = "\"" + "x".repeat(Limits.MAX_STRING_CHARS + 1) + "\"";

      assertThat(problem(nested(Limits.MAX_DEPTH, text)).reason()).isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void textOfGreatestLength_isRead() throws InvalidJsonException {
      String text = "\"" + "x".repeat(Limits.MAX_STRING_CHARS) + "\"";

      assertThat(StrictJson.parse(utf8(text)).textValue()).hasSize(Limits.MAX_STRING_CHARS);
    }

    @Test
    void textTooLong_isTooLargeWithItsPointer() {
      assertThat(problem("{\"a\":\"" + "1".repeat(Limits.MAX_STRING_CHARS + 1) + "\"}"))
          .extracting(Problem::reason, Problem::pointer)
          .containsExactly(Reason.TOO_LARGE, "/a");
    }

    @Test
    void nameTooLong_isTooLarge() {
      assertThat(problem("{\"" + "x".repeat(Limits.MAX_NAME_CHARS + 1) + "\":1}").reason())
          .isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void tooManyTokens_areTooLarge() {
      assertThat(problem("[" + "0,".repeat(Limits.MAX_TOKENS) + "0]").reason())
          .isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void tooManyBytes_areTooLarge() {
      assertThat(problem(new byte[Limits.MAX_ARTIFACT_BYTES + 1]).reason())
          .isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void greatestNumberOfBytes_isRead() throws InvalidJsonException {
      String text = " ".repeat(Limits.MAX_ARTIFACT_BYTES - 2) + "{}";

      assertThat(StrictJson.parse(utf8(text)).isObject()).isTrue();
    }

    private static String nested(int levels, String inside) {
      return "[".repeat(levels) + inside + "]".repeat(levels);
    }
  }

  private static Problem problem(String text) {
    return problem(utf8(text));
  }

  private static Problem problem(byte[] bytes) {
    InvalidJsonException thrown =
        catchThrowableOfType(InvalidJsonException.class, () -> StrictJson.parse(bytes));
    assertThat(thrown).isNotNull();
    return thrown.problem();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
