package dev.handoffledger.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.erdtman.jcs.NumberToJSON;

/**
 * The canonical form of JSON by RFC 8785 (JCS).
 *
 * <p>Expects what {@link StrictJson} lets through: finite numbers, integers of at most 2^53, no
 * lone surrogates, bounded depth.
 */
public final class CanonicalJson {
  private static final HexFormat HEX = HexFormat.of();
  private static final int INITIAL_LENGTH = 2048;

  private CanonicalJson() {}

  /** The canonical form as UTF-8. */
  public static byte[] bytes(JsonNode node) {
    StringBuilder out = new StringBuilder(INITIAL_LENGTH);
    write(node, out);
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void write(JsonNode node, StringBuilder out) {
    switch (node.getNodeType()) {
      case OBJECT -> writeObject(node, out);
      case ARRAY -> {
        out.append('[');
        for (int i = 0; i < node.size(); i++) {
          if (i > 0) {
            out.append(',');
          }
          write(node.get(i), out);
        }
        out.append(']');
      }
      case STRING -> writeString(node.textValue(), out);
      case NUMBER -> writeNumber(node, out);
      case BOOLEAN, NULL -> out.append(node.asText());
      default -> throw new IllegalArgumentException("not JSON: " + node.getNodeType());
    }
  }

  private static void writeObject(JsonNode object, StringBuilder out) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
    // String.compareTo orders by UTF-16 code units, as RFC 8785 section 3.2.3 asks.
    members.sort(Map.Entry.comparingByKey());
    out.append('{');
    String separator = "";
    for (Map.Entry<String, JsonNode> member : members) {
      out.append(separator);
      separator = ",";
      writeString(member.getKey(), out);
      out.append(':');
      write(member.getValue(), out);
    }
    out.append('}');
  }

  private static void writeNumber(JsonNode number, StringBuilder out) {
    if (number.isIntegralNumber() && number.canConvertToLong()) {
      out.append(number.longValue());
      return;
    }
    try {
      out.append(NumberToJSON.serializeNumber(number.doubleValue()));
    } catch (IOException e) {
      throw new UncheckedIOException("not a finite number", e);
    }
  }

  private static void writeString(String text, StringBuilder out) {
    out.append('"');
    int written = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c == '"' || c == '\\') {
        out.append(text, written, i);
        writeEscaped(c, out);
        written = i + 1;
      }
    }
    if (written == 0) {
      // Most texts have nothing to escape, and are copied as they are.
      out.append(text);
    } else {
      out.append(text, written, text.length());
    }
    out.append('"');
  }

  private static void writeEscaped(char c, StringBuilder out) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\f' -> out.append("\\f");
      case '\r' -> out.append("\\r");
      default -> out.append("\\u").append(HEX.toHexDigits(c));
    }
  }
}
