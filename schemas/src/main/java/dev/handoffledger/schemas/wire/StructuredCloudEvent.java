package dev.handoffledger.schemas.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A CloudEvents envelope in JSON (structured mode of the Kafka protocol binding), taken apart.
 *
 * @param data the exact bytes of the member {@code data} as they stand in the envelope, or those
 *     that {@code data_base64} encodes
 * @param attributes every attribute of the envelope that is text, a number or a boolean, as text
 */
// The bytes are large and shared as they came; nobody compares two of these.
@SuppressWarnings("ArrayRecordComponent")
record StructuredCloudEvent(byte[] data, Map<String, String> attributes) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Set<String> MEDIA_TYPES =
      Set.of("application/cloudevents+json", "application/cloudevents");
  private static final String DATA = "data";
  private static final String DATA_BASE64 = "data_base64";

  /** Whether a {@code content-type} announces such an envelope. */
  static boolean isAnnouncedBy(String contentType) {
    if (contentType == null) {
      return false;
    }
    int parameters = contentType.indexOf(';');
    String mediaType = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return MEDIA_TYPES.contains(mediaType.strip().toLowerCase(Locale.ROOT));
  }

  /** Reads an envelope, or gives empty if it is broken or has no data. */
  static Optional<StructuredCloudEvent> read(byte[] envelope) {
    try (JsonParser parser = JSON.createParser(envelope)) {
      // Any other encoding than UTF-8 is read through a decoder that knows no byte offsets.
      if (parser.nextToken() != JsonToken.START_OBJECT
          || parser.currentTokenLocation().getByteOffset() < 0) {
        return Optional.empty();
      }
      return readMembers(parser, envelope);
    } catch (IOException | IllegalArgumentException e) {
      // Broken JSON, or broken Base64: the reader of the whole value gives the reason.
      return Optional.empty();
    }
  }

  private static Optional<StructuredCloudEvent> readMembers(JsonParser parser, byte[] envelope)
      throws IOException {
    byte[] data = null;
    Map<String, String> attributes = new HashMap<>();
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      boolean isData = name.equals(DATA) || name.equals(DATA_BASE64);
      // Two of either, or one of each, leave open which is meant.
      if (!seen.add(isData ? DATA : name)) {
        return Optional.empty();
      }
      if (isData && value != JsonToken.VALUE_NULL) {
        data = name.equals(DATA) ? slice(parser, envelope) : decode(parser);
      } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
        attributes.put(name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    boolean ended = parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
    return ended && data != null
        ? Optional.of(new StructuredCloudEvent(data, Map.copyOf(attributes)))
        : Optional.empty();
  }

  private static byte[] slice(JsonParser parser, byte[] envelope) throws IOException {
    long start = parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    long end = parser.currentLocation().getByteOffset();
    return Arrays.copyOfRange(envelope, Math.toIntExact(start), Math.toIntExact(end));
  }

  private static byte[] decode(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new IllegalArgumentException("data_base64 is no text");
    }
    return Base64.getDecoder().decode(parser.getText());
  }
}
