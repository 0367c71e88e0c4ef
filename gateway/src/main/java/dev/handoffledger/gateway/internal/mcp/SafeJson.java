package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * JSON as text that a model reads: on one line, and without a character that could move, hide or
 * reorder what is shown around it.
 */
final class SafeJson {
  private SafeJson() {}

  static String of(JsonNode node) {
    // Outside of its strings JSON is plain ASCII, so whatever is escaped here stands in a string.
    return escape(node.toString());
  }

  private static String escape(String json) {
    StringBuilder safe = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(
            c -> {
              if (isUnsafe(c)) {
                for (char unit : Character.toChars(c)) {
                  safe.append(String.format("\\u%04x", (int) unit));
                }
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }

  private static boolean isUnsafe(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> isVariationSelector(c);
    };
  }

  /** Invisible, and enough of them to write any text with. */
  private static boolean isVariationSelector(int c) {
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
  }
}
