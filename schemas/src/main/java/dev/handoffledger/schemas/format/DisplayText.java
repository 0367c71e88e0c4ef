package dev.handoffledger.schemas.format;

import dev.handoffledger.schemas.internal.WhiteSpace;

/**
 * Text from outside, brought into a length that a reader is shown. Lengths are in code points; a
 * text without half a surrogate pair gives one without.
 */
public final class DisplayText {
  private static final String ELLIPSIS = "…";

  private DisplayText() {}

  /**
   * The text, or as much of it as fits with {@code …} at its end.
   *
   * @param most the most code points that the answer has, at least 1
   */
  public static String cut(String text, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("no room for an ellipsis: " + most);
    }
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, most - 1)) + ELLIPSIS;
  }

  /**
   * The text as one line: each run of white space and controls, those of direction included, is one
   * space; none at either end; cut. Empty if nothing else was there.
   *
   * @param most the most code points that the answer has, at least 1
   */
  public static String line(String text, int most) {
    StringBuilder line = new StringBuilder();
    boolean gap = false;
    int room = most;
    for (int i = 0; i < text.length() && room >= 0; ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      if (isGap(codePoint)) {
        gap = true;
        continue;
      }
      if (gap && line.length() > 0) {
        line.append(' ');
        room--;
      }
      gap = false;
      line.appendCodePoint(codePoint);
      room--;
    }
    return cut(line.toString(), most);
  }

  private static boolean isGap(int codePoint) {
    return WhiteSpace.isWhiteSpace(codePoint)
        || Character.getType(codePoint) == Character.CONTROL
        || turnsDirection(codePoint);
  }

  /** Whether it can make what follows read backwards (embeddings, overrides and isolates). */
  private static boolean turnsDirection(int codePoint) {
    return (codePoint >= 0x202a && codePoint <= 0x202e)
        || (codePoint >= 0x2066 && codePoint <= 0x2069);
  }
}
