package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.WorkRejection;
import dev.handoffledger.schemas.internal.WhiteSpace;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What a document says against some work, within the bounds of a {@link WorkRejection}. */
final class RejectionText {
  private static final int MAX_TITLE = 300;
  private static final int MAX_TEXT = 2000;

  private RejectionText() {}

  /** The first of the texts that says something, after what happened; or that alone. */
  static String title(String happened, Stream<String> texts) {
    String text =
        texts
            .map(candidate -> DisplayText.line(candidate, MAX_TITLE))
            .filter(line -> !line.isEmpty())
            .findFirst()
            .map(line -> ": " + line)
            .orElse("");
    return DisplayText.line(happened + text, MAX_TITLE);
  }

  /** The texts, each from a new line on, or null if there is none. */
  static String text(List<String> texts) {
    return texts.isEmpty() ? null : DisplayText.cut(String.join("\n", texts), MAX_TEXT);
  }

  /** One item of a list, which stays one line whatever it says. */
  static String line(String text) {
    return DisplayText.line(text, MAX_TEXT);
  }

  /** The text at that place, if it says something. */
  static List<String> said(JsonNode value) {
    return value.isTextual() && !WhiteSpace.isBlank(value.textValue())
        ? List.of(value.textValue())
        : List.of();
  }

  /** The texts of an array that say something. */
  static List<String> saidIn(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .flatMap(value -> said(value).stream())
        .toList();
  }

  /** The first text, or null. */
  static String firstOf(List<String> texts) {
    return texts.isEmpty() ? null : texts.get(0);
  }
}
