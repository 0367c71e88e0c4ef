package dev.handoffledger.cli.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows a JSON document to a person: one member a line in the document's order, what fits on a line
 * on one line, lists with dashes, long texts wrapped. Members without content are left out.
 */
public final class DocumentOutline {
  private static final int STEP = 2;
  private static final int INLINE_COLUMNS = 100;

  private final TextOutput out;

  public DocumentOutline(TextOutput out) {
    this.out = out;
  }

  /**
   * Prints a document.
   *
   * @param indent of every line
   */
  public void print(JsonNode document, int indent) {
    if (document.isObject()) {
      members(document, indent);
    } else if (document.isArray()) {
      items(document, indent);
    } else {
      out.paragraph(indent, scalar(document));
    }
  }

  private void members(JsonNode object, int indent) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!isEmpty(member.getValue())) {
        labelled(member.getKey() + ":", member.getValue(), indent);
      }
    }
  }

  private void items(JsonNode array, int indent) {
    for (JsonNode item : array) {
      labelled("-", item, indent);
    }
  }

  private void labelled(String label, JsonNode value, int indent) {
    String inline = inline(value);
    int room = out.columns() == 0 ? INLINE_COLUMNS : out.columns();
    boolean fits =
        inline != null
            && indent + DisplayWidth.of(label) + 1 + DisplayWidth.of(SafeText.escape(inline))
                <= room;
    Span shownLabel = label.equals("-") ? Span.quiet(label) : Span.strong(label);
    Span margin = Span.plain(" ".repeat(indent));
    if (fits) {
      out.line(margin, shownLabel, Span.plain(" " + inline));
    } else {
      out.line(margin, shownLabel);
      print(value, indent + STEP);
    }
  }

  /** The value on one line, or null if it needs several. */
  private static String inline(JsonNode value) {
    if (value.isValueNode()) {
      String text = scalar(value);
      return text.lines().count() > 1 ? null : text;
    }
    if (value.isArray()) {
      return value.isEmpty() ? "none" : null;
    }
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (isEmpty(member.getValue())) {
        continue;
      }
      if (!member.getValue().isValueNode() || scalar(member.getValue()).contains("\n")) {
        return null;
      }
      parts.add(member.getKey() + ": " + scalar(member.getValue()));
    }
    return String.join(", ", parts);
  }

  private static String scalar(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.asText();
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && value.textValue().isEmpty());
  }
}
