package dev.handoffledger.cli.internal.text;

/** How many terminal columns a text takes. The text has been made {@linkplain SafeText safe}. */
final class DisplayWidth {
  private DisplayWidth() {}

  static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  /** The text itself if it fits, else its start and {@code …}. */
  static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    StringBuilder start = new StringBuilder();
    int used = 1;
    for (int index = 0; index < text.length(); ) {
      int codePoint = text.codePointAt(index);
      used += of(codePoint);
      if (used > columns) {
        break;
      }
      start.appendCodePoint(codePoint);
      index += Character.charCount(codePoint);
    }
    return start.append('…').toString();
  }

  /** The length of the longest start of {@code text} that fits, at least one code point. */
  static int fitting(String text, int columns) {
    int used = 0;
    int index = 0;
    while (index < text.length()) {
      int codePoint = text.codePointAt(index);
      used += of(codePoint);
      if (used > columns && index > 0) {
        break;
      }
      index += Character.charCount(codePoint);
    }
    return index;
  }

  private static int of(int codePoint) {
    if (codePoint < 0x300) {
      return 1;
    }
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return isWide(codePoint) ? 2 : 1;
  }

  /** The blocks that Unicode's East Asian Width calls wide, and emoji. */
  private static boolean isWide(int codePoint) {
    return (codePoint >= 0x1100 && codePoint <= 0x115F)
        || (codePoint >= 0x2E80 && codePoint <= 0x303E)
        || (codePoint >= 0x3041 && codePoint <= 0xA4CF)
        || (codePoint >= 0xA960 && codePoint <= 0xA97F)
        || (codePoint >= 0xAC00 && codePoint <= 0xD7A3)
        || (codePoint >= 0xF900 && codePoint <= 0xFAFF)
        || (codePoint >= 0xFE30 && codePoint <= 0xFE6F)
        || (codePoint >= 0xFF00 && codePoint <= 0xFF60)
        || (codePoint >= 0xFFE0 && codePoint <= 0xFFE6)
        || (codePoint >= 0x1F300 && codePoint <= 0x1F64F)
        || (codePoint >= 0x1F680 && codePoint <= 0x1F6FF)
        || (codePoint >= 0x1F900 && codePoint <= 0x1FAFF)
        || (codePoint >= 0x20000 && codePoint <= 0x3FFFD);
  }
}
