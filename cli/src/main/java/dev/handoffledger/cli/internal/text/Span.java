package dev.handoffledger.cli.internal.text;

import java.util.Objects;

/**
 * A piece of a line.
 *
 * @param text of any origin; it is made safe where it is printed
 * @param tone how it is shown where colours are
 */
public record Span(String text, Tone tone) {

  /** What a piece of text is to its reader. */
  public enum Tone {
    PLAIN(""),
    STRONG("1"),
    QUIET("2"),
    GOOD("32"),
    CAUTION("33"),
    BAD("31");

    private final String code;

    Tone(String code) {
      this.code = code;
    }

    String apply(String text) {
      return code.isEmpty() || text.isEmpty() ? text : "\u001B[" + code + "m" + text + "\u001B[0m";
    }
  }

  public Span {
    Objects.requireNonNull(text);
    Objects.requireNonNull(tone);
  }

  public static Span plain(String text) {
    return new Span(text, Tone.PLAIN);
  }

  public static Span strong(String text) {
    return new Span(text, Tone.STRONG);
  }

  public static Span quiet(String text) {
    return new Span(text, Tone.QUIET);
  }

  public static Span good(String text) {
    return new Span(text, Tone.GOOD);
  }

  public static Span caution(String text) {
    return new Span(text, Tone.CAUTION);
  }

  public static Span bad(String text) {
    return new Span(text, Tone.BAD);
  }
}
