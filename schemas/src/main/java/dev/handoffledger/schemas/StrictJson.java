package dev.handoffledger.schemas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.handoffledger.schemas.internal.Pointers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;

/**
 * Parses JSON as I-JSON (RFC 7493) has it, from bytes that nobody vouches for: UTF-8 without a byte
 * order mark, one value, no member twice, no half of a surrogate pair, numbers that a double keeps,
 * and nothing beyond {@link Limits}.
 */
public final class StrictJson {
  private static final long GREATEST_SAFE_INTEGER = 1L << 53;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Limits.MAX_DEPTH)
                          .maxStringLength(Limits.MAX_STRING_CHARS)
                          .maxNumberLength(Limits.MAX_NUMBER_CHARS)
                          .maxNameLength(Limits.MAX_NAME_CHARS)
                          .maxDocumentLength(Limits.MAX_ARTIFACT_BYTES)
                          .maxTokenCount(Limits.MAX_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private StrictJson() {}

  /**
   * Parses one JSON value.
   *
   * @throws InvalidJsonException with the reason {@code not_json}, {@code too_large}, {@code
   *     too_deep}, {@code duplicate_key} or {@code unsafe_number}
   */
  public static JsonNode parse(byte[] bytes) throws InvalidJsonException {
    checkEncoding(bytes);
    JsonNode node = parseTree(bytes);
    checkValues(node, "");
    return node;
  }

  private static void checkEncoding(byte[] bytes) throws InvalidJsonException {
    if (bytes.length > Limits.MAX_ARTIFACT_BYTES) {
      throw invalid(
          Reason.TOO_LARGE,
          "",
          "The artifact is larger than %d bytes; keep large content elsewhere and refer to it."
              .formatted(Limits.MAX_ARTIFACT_BYTES));
    }
    if (bytes.length == 0) {
      throw invalid(Reason.NOT_JSON, "", "The artifact is empty; publish one JSON object.");
    }
    if (startsWithByteOrderMark(bytes)) {
      throw invalid(
          Reason.NOT_JSON, "", "The artifact starts with a byte order mark; write UTF-8 without.");
    }
    // A parser would take a zero byte in the first four as a sign of UTF-16 or UTF-32.
    for (int i = 0; i < Math.min(4, bytes.length); i++) {
      if (bytes[i] == 0) {
        throw invalid(Reason.NOT_JSON, "", "The artifact is not UTF-8; encode it as UTF-8.");
      }
    }
    if (!isAscii(bytes) && !isUtf8(bytes)) {
      throw invalid(
          Reason.NOT_JSON, "", "The artifact has bytes that are not UTF-8; encode it as UTF-8.");
    }
  }

  private static boolean startsWithByteOrderMark(byte[] bytes) {
    return (bytes.length >= 3
            && bytes[0] == (byte) 0xef
            && bytes[1] == (byte) 0xbb
            && bytes[2] == (byte) 0xbf)
        || (bytes.length >= 2
            && ((bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff)
                || (bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe)));
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte octet : bytes) {
      if (octet < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static JsonNode parseTree(byte[] bytes) throws InvalidJsonException {
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      return parseTree(parser);
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory were not read", e);
    }
  }

  private static JsonNode parseTree(JsonParser parser) throws InvalidJsonException {
    try {
      JsonNode node = MAPPER.readTree(parser);
      if (node == null || node.isMissingNode()) {
        throw invalid(Reason.NOT_JSON, "", "The artifact is empty; publish one JSON object.");
      }
      if (parser.nextToken() != null) {
        throw invalid(
            Reason.NOT_JSON, "", "Something follows the JSON value; publish one value alone.");
      }
      return node;
    } catch (StreamConstraintsException e) {
      throw overLimit(parser);
    } catch (MismatchedInputException e) {
      String pointer = parser.getParsingContext().pathAsPointer().toString();
      throw invalid(
          Reason.DUPLICATE_KEY, pointer, "The object has this member twice; keep one of them.");
    } catch (IOException e) {
      throw invalid(
          Reason.NOT_JSON,
          "",
          "The artifact is not JSON: it stops being so in line %d, column %d."
              .formatted(
                  parser.currentLocation().getLineNr(), parser.currentLocation().getColumnNr()));
    }
  }

  private static InvalidJsonException overLimit(JsonParser parser) {
    if (parser.getParsingContext().getNestingDepth() >= Limits.MAX_DEPTH) {
      return invalid(
          Reason.TOO_DEEP,
          "",
          "The artifact is nested deeper than %d levels; flatten it.".formatted(Limits.MAX_DEPTH));
    }
    return invalid(
        Reason.TOO_LARGE,
        parser.getParsingContext().pathAsPointer().toString(),
        "A part of the artifact is too long (a string over %d characters, a name over %d, a number over %d, or over %d tokens in all); shorten it."
            .formatted(
                Limits.MAX_STRING_CHARS,
                Limits.MAX_NAME_CHARS,
                Limits.MAX_NUMBER_CHARS,
                Limits.MAX_TOKENS));
  }

  private static void checkValues(JsonNode node, String pointer) throws InvalidJsonException {
    switch (node.getNodeType()) {
      case OBJECT -> {
        for (Iterator<Map.Entry<String, JsonNode>> members = node.fields(); members.hasNext(); ) {
          Map.Entry<String, JsonNode> member = members.next();
          if (hasLoneSurrogate(member.getKey())) {
            throw loneSurrogate(pointer);
          }
          if (member.getValue().isContainerNode() || !isPlain(member.getValue())) {
            checkValues(member.getValue(), Pointers.child(pointer, member.getKey()));
          }
        }
      }
      case ARRAY -> {
        for (int i = 0; i < node.size(); i++) {
          checkValues(node.get(i), pointer + "/" + i);
        }
      }
      case STRING -> {
        if (hasLoneSurrogate(node.textValue())) {
          throw loneSurrogate(pointer);
        }
      }
      case NUMBER -> {
        if (!isSafe(node)) {
          throw invalid(
              Reason.UNSAFE_NUMBER,
              pointer,
              "This number is beyond what JSON numbers keep exactly (integers up to 2^53); write it"
                  + " as a string or make it smaller.");
        }
      }
      default -> {}
    }
  }

  private static boolean isPlain(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> !hasLoneSurrogate(value.textValue());
      case NUMBER -> isSafe(value);
      default -> true;
    };
  }

  private static boolean isSafe(JsonNode number) {
    if (number.isIntegralNumber()) {
      return number.canConvertToLong()
          && number.longValue() >= -GREATEST_SAFE_INTEGER
          && number.longValue() <= GREATEST_SAFE_INTEGER;
    }
    return Double.isFinite(number.doubleValue());
  }

  private static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  private static InvalidJsonException loneSurrogate(String pointer) {
    return invalid(
        Reason.NOT_JSON,
        pointer,
        "A text or name here has half of a surrogate pair, which is no character; remove it.");
  }

  private static InvalidJsonException invalid(Reason reason, String pointer, String message) {
    return new InvalidJsonException(new Problem(reason, pointer, message));
  }
}
