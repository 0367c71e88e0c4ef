package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** A report for people: a line for each figure, indented as the report is nested. */
public final class ReportText {
  private static final String INDENT = "  ";
  private static final int FIGURES_AT = 46;

  private ReportText() {}

  public static String of(JsonNode report) {
    StringBuilder text = new StringBuilder();
    write(report, "", text);
    return text.toString().strip();
  }

  private static void write(JsonNode node, String indent, StringBuilder text) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = indent + member.getKey().replace('_', ' ');
      JsonNode value = member.getValue();
      if (isLeaf(value)) {
        line(name, oneLine(value), text);
      } else {
        text.append(indent.isEmpty() ? "\n" : "").append(name).append('\n');
        if (value.isArray()) {
          value.forEach(element -> write(element, indent + INDENT, text));
        } else {
          write(value, indent + INDENT, text);
        }
      }
    }
  }

  /** A figure, or an object of nothing but figures. */
  private static boolean isLeaf(JsonNode value) {
    return value.isValueNode()
        || value.has("median")
        || value.has("p50_ms")
        || value.has("records_per_artifact");
  }

  private static String oneLine(JsonNode value) {
    if (value.isValueNode()) {
      return value.asText();
    }
    if (value.has("median")) {
      return "%s  (%s to %s, %s rounds)"
          .formatted(
              value.get("median").asText(),
              value.get("least").asText(),
              value.get("most").asText(),
              value.get("rounds").asText());
    }
    StringBuilder line = new StringBuilder();
    value
        .properties()
        .forEach(
            part ->
                line.append(line.isEmpty() ? "" : ", ")
                    .append(part.getKey().replace('_', ' '))
                    .append(' ')
                    .append(part.getValue().asText()));
    return line.toString();
  }

  private static void line(String name, String figures, StringBuilder text) {
    text.append(name)
        .append(" ".repeat(Math.max(2, FIGURES_AT - name.length())))
        .append(figures)
        .append('\n');
  }
}
