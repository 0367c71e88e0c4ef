package dev.handoffledger.gateway.internal;

/** Text from outside, fit for one line of a log. */
final class LogText {
  private static final int MAX_LENGTH = 200;

  private LogText() {}

  /**
   * The text without a character that could end the line, move the cursor or change the direction
   * of what follows, and of bounded length.
   */
  static String escape(String text) {
    if (text == null) {
      return "null";
    }
    StringBuilder escaped = new StringBuilder(Math.min(text.length(), MAX_LENGTH) + 16);
    for (int i = 0; i < text.length(); i++) {
      if (i == MAX_LENGTH) {
        return escaped.append("…").toString();
      }
      char c = text.charAt(i);
      if (isUnsafe(c)) {
        escaped.append(String.format("\\u%04x", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static boolean isUnsafe(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> c == '\\';
    };
  }
}
