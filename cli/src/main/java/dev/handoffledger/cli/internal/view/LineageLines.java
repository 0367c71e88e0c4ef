package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.text.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Handoffs and their links, drawn. */
public final class LineageLines {
  private final TextOutput out;
  private final Times times;
  private final boolean ids;

  /**
   * @param ids whether each handoff's id is printed
   */
  public LineageLines(TextOutput out, Times times, boolean ids) {
    this.out = out;
    this.times = times;
    this.ids = ids;
  }

  public void print(JsonNode lineage) {
    Map<String, Answer> handoffs = new HashMap<>();
    lineage.path("nodes").forEach(node -> handoffs.put(node.path("id").asText(), new Answer(node)));
    String start = lineage.path("start").asText();
    for (LineageTree.Row row : LineageTree.rows(oldestFirst(handoffs), edges(lineage))) {
      print(row, handoffs.get(row.id()), row.id().equals(start));
    }
    switch (lineage.path("cut").asText("")) {
      case "depth" -> more("It goes on beyond the depth that was asked for: add --depth.");
      case "limit" -> more("There are more handoffs than were asked for: add --limit.");
      default -> {}
    }
  }

  private static List<String> oldestFirst(Map<String, Answer> handoffs) {
    return handoffs.entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<String, Answer> handoff) -> handoff.getValue().text("recorded_at"))
                .thenComparing(handoff -> handoff.getValue().text("session"))
                .thenComparing(handoff -> handoff.getValue().object().path("seq").asLong())
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<LineageTree.Edge> edges(JsonNode lineage) {
    List<LineageTree.Edge> edges = new ArrayList<>();
    for (JsonNode edge : lineage.path("edges")) {
      edges.add(
          new LineageTree.Edge(
              edge.path("child").asText(),
              edge.path("parent").asText(),
              edge.path("by").asText().equals("rule")));
    }
    return edges;
  }

  private void print(LineageTree.Row row, Answer handoff, boolean isStart) {
    List<Span> line = new ArrayList<>();
    line.add(Span.quiet(row.prefix()));
    line.add(isStart ? Span.strong("● ") : Span.quiet("○ "));
    line.add(isStart ? Span.strong(handoff.text("kind")) : Span.plain(handoff.text("kind")));
    line.add(Span.plain("  " + handoff.text("session") + " #" + handoff.text("seq") + "  "));
    if (row.again()) {
      line.add(Span.quiet("(drawn elsewhere)"));
    } else {
      line.add(handoff.is("open") ? Span.caution("open") : Span.plain("closed"));
      line.add(Span.quiet("  " + times.show(handoff.text("recorded_at"))));
      line.addAll(marks(row, handoff));
    }
    out.lineCut(line.toArray(Span[]::new));
    if (ids && !row.again()) {
      out.line(Span.quiet(row.below() + handoff.text("id")));
    }
  }

  private static List<Span> marks(LineageTree.Row row, Answer handoff) {
    List<Span> marks = new ArrayList<>();
    if (row.byRule()) {
      marks.add(Span.quiet("  (by rule)"));
    }
    switch (handoff.in("link").text("status")) {
      case "pending" -> marks.add(Span.caution("  (pending: its parent has not come)"));
      case "mismatch" -> marks.add(Span.bad("  (mismatch: not the content that it names)"));
      default -> {}
    }
    if (handoff.in("link").is("ambiguous")) {
      marks.add(Span.caution("  (ambiguous)"));
    }
    if (!handoff.in("lease").text("holder").isEmpty()) {
      marks.add(Span.caution("  held by " + handoff.in("lease").text("holder")));
    }
    if (handoff.is("escalated")) {
      marks.add(Span.bad("  (escalated)"));
    }
    return marks;
  }

  private void more(String sentence) {
    out.blank();
    out.line(Span.caution("Cut here. " + sentence));
  }
}
