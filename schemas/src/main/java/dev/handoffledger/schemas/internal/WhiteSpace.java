package dev.handoffledger.schemas.internal;

/**
 * What counts as nothing in a text: Unicode's White_Space, and the two invisible characters U+200B
 * and U+FEFF.
 */
public final class WhiteSpace {
  private WhiteSpace() {}

  public static boolean isBlank(String text) {
    return text.codePoints().allMatch(WhiteSpace::isWhiteSpace);
  }

  public static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isWhiteSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isWhiteSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  public static boolean isWhiteSpace(int codePoint) {
    return (codePoint >= 0x09 && codePoint <= 0x0d)
        || codePoint == 0x20
        || codePoint == 0x85
        || codePoint == 0xa0
        || codePoint == 0x1680
        || (codePoint >= 0x2000 && codePoint <= 0x200b)
        || codePoint == 0x2028
        || codePoint == 0x2029
        || codePoint == 0x202f
        || codePoint == 0x205f
        || codePoint == 0x3000
        || codePoint == 0xfeff;
  }
}
