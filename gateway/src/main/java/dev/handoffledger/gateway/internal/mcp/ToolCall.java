package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.gateway.internal.BodyMembers;
import dev.handoffledger.gateway.internal.HttpProblem;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One call of a tool.
 *
 * @param arguments as they came
 * @param members the same, each read strictly
 */
record ToolCall(JsonNode arguments, BodyMembers members) {
  static final String MAX_CHARS = "max_chars";
  static final String CURSOR = "cursor";

  private static final int MAX_TEXT_CHARACTERS = 8192;

  int maxChars() {
    return members.number(MAX_CHARS, Budget.LEAST, Budget.MOST, Budget.DEFAULT);
  }

  /** Where an earlier answer ended, or null to begin. */
  Cursor cursor() {
    String text = text(CURSOR);
    return text == null ? null : Cursor.parse(text);
  }

  /** Any text, or null. */
  String text(String member) {
    return members.text(member, MAX_TEXT_CHARACTERS);
  }

  /** A text that must be there. */
  String required(String member) {
    String text = text(member);
    if (text == null || text.isBlank()) {
      throw HttpProblem.badMember(member, "give a text; it is required.");
    }
    return text;
  }

  /** One of a few words, or null. */
  <T> T choice(String member, T[] choices, Function<T, String> word) {
    String text = text(member);
    List<T> all = Arrays.asList(choices);
    if (text == null) {
      return null;
    }
    return all.stream()
        .filter(choice -> word.apply(choice).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                HttpProblem.badMember(
                    member,
                    all.stream().map(word).collect(Collectors.joining(", ", "give one of ", "."))));
  }
}
