package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTextTest {
  private static final String EMOJI = "\ud83d\ude00";

  @ParameterizedTest
  @CsvSource({"abc, 3, abc", "abc, 2, a…", "abc, 1, …", "'', 1, ''", "a, 1, a", "ab…, 3, ab…"})
  void cut_keepsWhatFitsAndMarksWhatItLeftOut(String text, int most, String cut) {
    assertThat(DisplayText.cut(text, most)).isEqualTo(cut);
  }

  @Test
  void cut_countsACharacterBeyondTheFirstPlaneOnce() {
    assertThat(DisplayText.cut(EMOJI.repeat(2000), 2000)).isEqualTo(EMOJI.repeat(2000));
    assertThat(DisplayText.cut(EMOJI.repeat(2001), 2000)).isEqualTo(EMOJI.repeat(1999) + "…");
  }

  @Test
  void cut_keepsWhiteSpaceAndControls() {
    assertThat(DisplayText.cut(" a\n\tb\u0001 ", 10)).isEqualTo(" a\n\tb\u0001 ");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void cutToNothing_isAMistake(int most) {
    assertThatIllegalArgumentException().isThrownBy(() -> DisplayText.cut("a", most));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        " a \n\t b ",
        "a\r\nb",
        "a\u0000b",
        "\u001ba\u009bb\u007f",
        "\ufeffa\u200bb",
        "a\u00a0\u2028\u2029\u3000b",
        "\u202ea\u202cb\u2069",
        "\u2066a\u0085b"
      })
  void line_makesOneSpaceOfWhiteSpaceAndControls(String text) {
    assertThat(DisplayText.line(text, 10)).isEqualTo("a b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\u0000\u200b\ufeff\u202e"})
  void line_leavesNothingOfATextThatSaysNothing(String text) {
    assertThat(DisplayText.line(text, 10)).isEmpty();
  }

  @Test
  void line_keepsJoinedEmojiAndCombiningMarks() {
    String family = EMOJI + "\u200d" + EMOJI + "e\u0301";

    assertThat(DisplayText.line(family, 10)).isEqualTo(family);
  }

  @ParameterizedTest
  @CsvSource({
    "'  ab  ', 2, ab",
    "'  abc  ', 2, a…",
    "'a b c', 3, 'a …'",
    "'a  b', 3, a b",
    "'a   ', 1, a"
  })
  void line_isCutAfterItsSpacesAreGone(String text, int most, String line) {
    assertThat(DisplayText.line(text, most)).isEqualTo(line);
  }

  @Test
  void line_countsACharacterBeyondTheFirstPlaneOnce() {
    assertThat(DisplayText.line("\n" + EMOJI.repeat(300) + "\n", 300)).isEqualTo(EMOJI.repeat(300));
    assertThat(DisplayText.line(EMOJI.repeat(301), 300)).isEqualTo(EMOJI.repeat(299) + "…");
  }

  @Property
  void cut_isAStartOfTheTextThatFits(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 40) int most) {
    String cut = DisplayText.cut(text, most);

    assertThat(codePoints(cut)).isEqualTo(Math.min(codePoints(text), most));
    assertThat(text).startsWith(cut.equals(text) ? cut : cut.substring(0, cut.length() - 1));
    assertThat(cut.codePoints()).noneMatch(DisplayTextTest::isSurrogate);
    assertThat(DisplayText.cut(cut, most)).isEqualTo(cut);
  }

  @Property
  void line_fitsAndHasNoHalfCharacterAndNoControl(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 40) int most) {
    String line = DisplayText.line(text, most);

    assertThat(codePoints(line)).isLessThanOrEqualTo(most);
    assertThat(line.codePoints()).noneMatch(DisplayTextTest::isSurrogate);
    assertThat(line.codePoints()).noneMatch(Character::isISOControl);
    assertThat(line).doesNotContain("  ").doesNotStartWith(" ").doesNotEndWith(" ");
  }

  @Property
  void line_ofALineIsTheSame(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 40) int most) {
    String line = DisplayText.line(text, most);

    assertThat(DisplayText.line(line, most)).isEqualTo(line);
  }

  @Property
  void line_isThatOfTheWholeTextCut(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 40) int most) {
    assertThat(DisplayText.line(text, most))
        .isEqualTo(DisplayText.cut(DisplayText.line(text, Integer.MAX_VALUE), most));
  }

  /** Mostly what the rules are about, and now and then any other character. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Integer> any =
        Arbitraries.integers()
            .between(0, Character.MAX_CODE_POINT)
            .filter(codePoint -> !isSurrogate(codePoint));
    Arbitrary<Integer> telling =
        Arbitraries.of(
            0, 0x0a, 0x1b, 0x20, 0x61, 0x85, 0x200b, 0x2026, 0x202e, 0x2069, 0xfeff, 0x1f600,
            0x10ffff);
    return Arbitraries.frequencyOf(Tuple.of(3, telling), Tuple.of(1, any))
        .list()
        .ofMaxSize(60)
        .map(
            codePoints ->
                codePoints.stream()
                    .collect(
                        StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString());
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
