package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.Limits;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.internal.WhiteSpace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The violations of a format's rules in one document. Members of another type are passed over. */
final class RuleProblems {
  private final JsonNode document;
  private final List<Problem> problems = new ArrayList<>();

  RuleProblems(JsonNode document) {
    this.document = document;
  }

  /** An id or a role: with a visible character, and of bounded length. */
  void identifier(String pointer) {
    notBlank(pointer);
    if (text(pointer).getBytes(StandardCharsets.UTF_8).length > Limits.MAX_ID_BYTES) {
      add(
          Reason.RULE_VIOLATION,
          pointer,
          "This has more than " + Limits.MAX_ID_BYTES + " bytes of UTF-8; make it shorter.");
    }
  }

  void notBlank(String pointer) {
    JsonNode value = document.at(pointer);
    if (value.isTextual() && WhiteSpace.isBlank(value.textValue())) {
      add(
          Reason.RULE_VIOLATION,
          pointer,
          "The format asks for a text with a visible character here.");
      add(
          Reason.BLANK_FIELD,
          pointer,
          "This is empty or white space only; write what it is meant to say.");
    }
  }

  void add(Reason reason, String pointer, String message) {
    problems.add(new Problem(reason, pointer, message));
  }

  List<Problem> list() {
    return problems;
  }

  private String text(String pointer) {
    return document.at(pointer).asText();
  }
}
