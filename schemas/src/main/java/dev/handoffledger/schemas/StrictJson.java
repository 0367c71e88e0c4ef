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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
   * A document that is sound but for its numbers, so that it can still be told whose it is.
   *
   * @param unsafeNumbers a problem for each of the first {@link Limits#MAX_PROBLEMS} numbers that a
   *     double does not keep
   * @param unsafeNumberCount how many such numbers there are
   */
  record Parsed(JsonNode document, List<Problem> unsafeNumbers, int unsafeNumberCount) {}

  /**
   * Parses one JSON value.
   *
   * @throws InvalidJsonException with the reason {@code not_json}, {@code too_large}, {@code
   *     too_deep}, {@code duplicate_key} or {@code unsafe_number}
   */
  public static JsonNode parse(byte[] bytes) throws InvalidJsonException {
    Parsed parsed = parseWithUnsafeNumbers(bytes);
    if (!parsed.unsafeNumbers().isEmpty()) {
      throw new InvalidJsonException(parsed.unsafeNumbers().get(0));
    }
    return parsed.document();
  }

  /**
   * Parses one JSON value, and lists its unsafe numbers instead of throwing for the first.
   *
   * @throws InvalidJsonException for every other reason of {@link #parse}, and for a number of more
   *     than {@link Limits#MAX_NUMBER_CHARS} characters
   */
  static Parsed parseWithUnsafeNumbers(byte[] bytes) throws InvalidJsonException {
    checkEncoding(bytes);
    JsonNode document = parseTree(bytes);
    Inspection inspection = new Inspection();
    inspection.visit(document);
    return new Parsed(
        document, List.copyOf(inspection.unsafeNumbers), inspection.unsafeNumberCount);
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
      throw overLimit(parser, e);
    } catch (MismatchedInputException e) {
      throw invalid(
          Reason.DUPLICATE_KEY,
          pointer(parser),
          "The object has this member twice; keep one of them.");
    } catch (IOException e) {
      throw invalid(
          Reason.NOT_JSON,
          "",
          "The artifact is not JSON: it stops being so in line %d, column %d."
              .formatted(
                  parser.currentLocation().getLineNr(), parser.currentLocation().getColumnNr()));
    }
  }

  private static InvalidJsonException overLimit(
      JsonParser parser, StreamConstraintsException exceeded) {
    if (parser.getParsingContext().getNestingDepth() > Limits.MAX_DEPTH) {
      return invalid(
          Reason.TOO_DEEP,
          "",
          "The artifact is nested deeper than %d levels; flatten it.".formatted(Limits.MAX_DEPTH));
    }
    // Nothing but its message tells which limit a parser ran into.
    if (exceeded.getOriginalMessage().startsWith("Number ")) {
      return invalid(
          Reason.UNSAFE_NUMBER,
          pointer(parser),
          "This number has more than %d characters, which no number keeps; round it."
              .formatted(Limits.MAX_NUMBER_CHARS));
    }
    return invalid(
        Reason.TOO_LARGE,
        pointer(parser),
        ("A part of the artifact is too long (a string over %d characters, a name over %d, or over"
                + " %d tokens in all); shorten it.")
            .formatted(Limits.MAX_STRING_CHARS, Limits.MAX_NAME_CHARS, Limits.MAX_TOKENS));
  }

  private static String pointer(JsonParser parser) {
    return parser.getParsingContext().pathAsPointer().toString();
  }

  /** Looks at every value of a parsed document, and makes a pointer only where one is needed. */
  private static final class Inspection {
    private final Deque<Object> path = new ArrayDeque<>();
    private final List<Problem> unsafeNumbers = new ArrayList<>();
    private int unsafeNumberCount;

    void visit(JsonNode node) throws InvalidJsonException {
      switch (node.getNodeType()) {
        case OBJECT -> {
          for (Map.Entry<String, JsonNode> member : node.properties()) {
            checkText(member.getKey());
            visit(member.getKey(), member.getValue());
          }
        }
        case ARRAY -> {
          for (int i = 0; i < node.size(); i++) {
            visit(i, node.get(i));
          }
        }
        case STRING -> checkText(node.textValue());
        case NUMBER -> checkNumber(node);
        default -> {}
      }
    }

    private void visit(Object step, JsonNode child) throws InvalidJsonException {
      path.addLast(step);
      visit(child);
      path.removeLast();
    }

    private void checkText(String text) throws InvalidJsonException {
      if (hasLoneSurrogate(text)) {
        throw invalid(
            Reason.NOT_JSON,
            Pointers.of(path),
            "A text or name here has half of a surrogate pair, which is no character; remove it.");
      }
    }

    private void checkNumber(JsonNode number) {
      if (isSafe(number)) {
        return;
      }
      unsafeNumberCount++;
      if (unsafeNumberCount <= Limits.MAX_PROBLEMS) {
        unsafeNumbers.add(
            new Problem(
                Reason.UNSAFE_NUMBER,
                Pointers.of(path),
                "This number is beyond what JSON numbers keep exactly (integers up to 2^53); write"
                    + " it as a string or make it smaller."));
      }
    }
  }

  private static boolean isSafe(JsonNode number) {
    if (number.isIntegralNumber()) {
      return number.canConvertToLong()
          && number.longValue() >= -GREATEST_SAFE_INTEGER
          && number.longValue() <= GREATEST_SAFE_INTEGER;
    }
    // From there on every double is an integer, and stands for more than one.
    return Math.abs(number.doubleValue()) < GREATEST_SAFE_INTEGER;
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

  private static InvalidJsonException invalid(Reason reason, String pointer, String message) {
    return new InvalidJsonException(new Problem(reason, pointer, message));
  }
}
