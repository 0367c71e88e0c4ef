package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.gateway.internal.JsonAnswer;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.StrictJson;
import java.util.Base64;

/**
 * Where a cut answer goes on.
 *
 * @param member the member that comes next; null for the list at the end
 * @param item which of the member's items, if it is an array
 * @param offset how many characters of the member's or item's text were given
 * @param digest of the member, so that a cut text is never continued with another
 * @param page the cursor of the list's page, as the ledger gave it; null for the first
 */
record Cursor(String member, int item, int offset, String digest, String page) {
  private static final String LIST = "";

  static Cursor ofMember(String member, int item, int offset, String digest) {
    return new Cursor(member, item, offset, digest, null);
  }

  static Cursor ofPage(String page) {
    return new Cursor(null, 0, 0, null, page);
  }

  /**
   * Reads what {@link #text()} wrote.
   *
   * @throws HttpProblem 400 if it is no cursor
   */
  static Cursor parse(String text) {
    try {
      JsonNode node = StrictJson.parse(Base64.getUrlDecoder().decode(text));
      JsonNode member = node.path(0);
      JsonNode item = node.path(1);
      JsonNode offset = node.path(2);
      boolean isCursor =
          node.isArray()
              && node.size() == 5
              && member.isTextual()
              && item.canConvertToInt()
              && offset.canConvertToInt()
              && item.intValue() >= 0
              && offset.intValue() >= 0;
      if (isCursor) {
        return new Cursor(
            member.textValue().equals(LIST) ? null : member.textValue(),
            item.intValue(),
            offset.intValue(),
            node.path(3).textValue(),
            node.path(4).textValue());
      }
    } catch (IllegalArgumentException | InvalidJsonException e) {
      throw notACursor();
    }
    throw notACursor();
  }

  /** Opaque text that may stand in a URI as it is. */
  String text() {
    var parts = JsonNodeFactory.instance.arrayNode();
    parts.add(member == null ? LIST : member).add(item).add(offset).add(digest).add(page);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonAnswer.bytes(parts));
  }

  static HttpProblem notACursor() {
    return HttpProblem.badMember(
        "cursor",
        "give next_cursor of an earlier answer to the same arguments, or leave it out to start"
            + " again.");
  }

  /** What was cut is not what it was. */
  static HttpProblem changed() {
    return new HttpProblem(
        409,
        "answer-changed",
        "The answer has changed",
        "What the cursor goes on with has changed since; call again without cursor.");
  }
}
