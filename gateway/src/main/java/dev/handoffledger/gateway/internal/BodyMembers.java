package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** The members of one request's JSON object, each read strictly. */
public final class BodyMembers {
  private static final int MAX_ITEMS = 100;
  private static final int MAX_ITEM_BYTES = 4096;

  private final JsonNode body;

  private BodyMembers(JsonNode body) {
    this.body = body;
  }

  /**
   * The members of a body; an empty body has none.
   *
   * @throws HttpProblem 400 if it is no JSON object, or has a member that is not among those known
   */
  static BodyMembers of(byte[] body, String... known) {
    return of(body.length == 0 ? JsonNodeFactory.instance.objectNode() : parse(body), known);
  }

  /**
   * The members of an object.
   *
   * @throws HttpProblem 400 if one is not among those known
   */
  public static BodyMembers of(JsonNode object, String... known) {
    Set<String> allowed = Set.of(known);
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      if (!allowed.contains(names.next())) {
        throw new HttpProblem(
            400,
            "unknown-member",
            "A member of the body is not known",
            "This resource takes the members "
                + String.join(", ", new TreeSet<>(allowed))
                + "; remove all others.");
      }
    }
    return new BodyMembers(object);
  }

  /** All of them, as they stand. */
  public JsonNode all() {
    return body.deepCopy();
  }

  /** A text that must be there, with a visible character and without control characters. */
  public String name(String member, int maxBytes) {
    String text = optionalName(member, maxBytes);
    if (text == null) {
      throw notAName(member, maxBytes);
    }
    return text;
  }

  /** A text as of {@link #name}, or null if it is absent. */
  public String optionalName(String member, int maxBytes) {
    if (isAbsent(member)) {
      return null;
    }
    String text = body.path(member).isTextual() ? body.path(member).textValue().strip() : "";
    if (text.isEmpty()
        || text.getBytes(StandardCharsets.UTF_8).length > maxBytes
        || text.codePoints().anyMatch(Character::isISOControl)) {
      throw notAName(member, maxBytes);
    }
    return text;
  }

  /** Any text, or null if it is absent. */
  public String text(String member, int maxCharacters) {
    if (isAbsent(member)) {
      return null;
    }
    JsonNode text = body.path(member);
    if (!text.isTextual() || text.textValue().length() > maxCharacters) {
      throw HttpProblem.badMember(
          member, "give a text of at most " + maxCharacters + " characters, or leave it out.");
    }
    return text.textValue();
  }

  public int number(String member, int least, int most, int ifAbsent) {
    if (isAbsent(member)) {
      return ifAbsent;
    }
    JsonNode number = body.path(member);
    boolean fits =
        number.isIntegralNumber()
            && number.canConvertToInt()
            && number.intValue() >= least
            && number.intValue() <= most;
    if (!fits) {
      throw HttpProblem.badMember(
          member, "give a whole number from " + least + " to " + most + ", or leave it out.");
    }
    return number.intValue();
  }

  /** Texts in the order in which they stand, each once; none if the member is absent. */
  public Set<String> texts(String member) {
    if (isAbsent(member)) {
      return Set.of();
    }
    JsonNode array = body.path(member);
    if (!array.isArray() || array.size() > MAX_ITEMS) {
      throw notTexts(member);
    }
    Set<String> texts = new LinkedHashSet<>();
    for (JsonNode item : array) {
      boolean fits =
          item.isTextual()
              && !item.textValue().isEmpty()
              && item.textValue().getBytes(StandardCharsets.UTF_8).length <= MAX_ITEM_BYTES;
      if (!fits) {
        throw notTexts(member);
      }
      texts.add(item.textValue());
    }
    return texts;
  }

  private boolean isAbsent(String member) {
    return body.path(member).isMissingNode() || body.path(member).isNull();
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode node = StrictJson.parse(body);
      if (node.isObject()) {
        return node;
      }
    } catch (InvalidJsonException e) {
      throw notAnObject(e.problem().message());
    }
    throw notAnObject("Send one JSON object.");
  }

  private static HttpProblem notAnObject(String detail) {
    return new HttpProblem(400, "bad-body", "The body cannot be read", detail);
  }

  private static HttpProblem notAName(String member, int maxBytes) {
    return HttpProblem.badMember(
        member,
        "give a text with a visible character, without control characters and of at most "
            + maxBytes
            + " bytes of UTF-8.");
  }

  private static HttpProblem notTexts(String member) {
    return HttpProblem.badMember(
        member,
        "give an array of at most "
            + MAX_ITEMS
            + " texts, none of them empty or longer than "
            + MAX_ITEM_BYTES
            + " bytes.");
  }
}
