package dev.handoffledger.cli.internal.text;

import java.util.function.IntPredicate;

/**
 * Makes a text of unknown origin harmless on a terminal: what would move the cursor, change the
 * direction of writing or stay invisible is shown as {@code \}{@code u{202E}} instead.
 */
public final class SafeText {
  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  private SafeText() {}

  public static String escape(String text) {
    return escape(text, SafeText::isUnsafe);
  }

  /** The same lines, each made harmless; tabs are kept too. */
  public static String escapeLines(String text) {
    return escape(text, codePoint -> isUnsafe(codePoint) && codePoint != '\n' && codePoint != '\t');
  }

  private static String escape(String text, IntPredicate escapes) {
    if (text.codePoints().noneMatch(escapes)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            codePoint -> {
              if (escapes.test(codePoint)) {
                escaped.append(String.format("\\u{%04X}", codePoint));
              } else {
                escaped.appendCodePoint(codePoint);
              }
            });
    return escaped.toString();
  }

  /** The same JSON document, with every unsafe character as its JSON escape. */
  public static String escapeJson(String document) {
    StringBuilder escaped = new StringBuilder(document.length() + 16);
    document
        .codePoints()
        .forEach(
            codePoint -> {
              if (!isUnsafe(codePoint) || isJsonWhitespace(codePoint)) {
                escaped.appendCodePoint(codePoint);
              } else {
                for (char unit : Character.toChars(codePoint)) {
                  escaped.append(String.format("\\u%04x", (int) unit));
                }
              }
            });
    return escaped.toString();
  }

  private static boolean isJsonWhitespace(int codePoint) {
    return codePoint == '\n' || codePoint == '\r' || codePoint == '\t';
  }

  static boolean isUnsafe(int codePoint) {
    // Joiners shape letters of several scripts and emoji; they cannot reorder or hide a text.
    if (codePoint == ZERO_WIDTH_JOINER || codePoint == ZERO_WIDTH_NON_JOINER) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
