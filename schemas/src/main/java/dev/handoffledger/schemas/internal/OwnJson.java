package dev.handoffledger.schemas.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * JSON that the ledger itself writes, read back. Every method throws {@link
 * IllegalArgumentException} where something else is found.
 */
public final class OwnJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OwnJson() {}

  public static JsonNode read(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
  }

  public static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
  }

  public static String text(JsonNode value) {
    if (!value.isTextual()) {
      throw new IllegalArgumentException("a text is missing");
    }
    return value.textValue();
  }

  public static String text(JsonNode object, String member) {
    JsonNode value = object.path(member);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("the text " + member + " is missing");
    }
    return value.textValue();
  }

  public static Instant instant(JsonNode object, String member) {
    return instant(text(object, member));
  }

  public static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("not an instant", e);
    }
  }

  public static long number(JsonNode object, String member) {
    JsonNode value = object.path(member);
    if (!value.canConvertToExactIntegral()) {
      throw new IllegalArgumentException("the number " + member + " is missing");
    }
    return value.longValue();
  }

  public static long number(String decimal) {
    try {
      return Long.parseLong(decimal);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a number", e);
    }
  }
}
