package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.publish.Finding;
import dev.handoffledger.cli.internal.text.DocumentOutline;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.text.Times;
import java.util.ArrayList;
import java.util.List;

/** A handoff as it stands, and its artifact. */
public final class HandoffLines {
  private static final int INDENT = 2;
  private static final int LABEL_COLUMNS = 13;

  private final TextOutput out;
  private final Times times;

  public HandoffLines(TextOutput out, Times times) {
    this.out = out;
    this.times = times;
  }

  /** What the ledger knows of the handoff. */
  public void print(JsonNode handoff) {
    Answer answer = new Answer(handoff);
    out.line(
        Span.strong(answer.text("kind") + "  " + answer.text("session")),
        Span.plain(" #" + answer.text("seq") + "  "),
        handoff.path("open").asBoolean() ? Span.caution("open") : Span.good("closed"));
    member("id", answer.text("id"));
    member("for", answer.list("roles"));
    member("recorded", recorded(answer));
    member("own time", times.show(answer.text("time")));
    member("natural key", answer.text("natural_key"));
    member("status", answer.text("status"));
    member("answers", link(answer.in("link")));
    member("completed by", answer.text("completed_by"));
    member("held by", lease(answer.in("lease"), times));
    member("given out", givenOut(answer));
    member("asks for", answer.list("required_capabilities"));
    member("project", answer.text("project"));
    member("issue", answer.text("issue"));
    Finding.listOf(handoff.path("warnings"))
        .forEach(warning -> out.line(FindingLine.of(warning, false)));
  }

  /** The artifact, to be read and resumed from. */
  public void artifact(JsonNode artifact) {
    new DocumentOutline(out).print(artifact, INDENT);
  }

  private String recorded(Answer answer) {
    String publisher = answer.text("publisher");
    return times.show(answer.text("recorded_at")) + (publisher.isEmpty() ? "" : " by " + publisher);
  }

  private static String givenOut(Answer answer) {
    List<String> words = new ArrayList<>();
    String deliveries = answer.text("deliveries");
    if (!deliveries.isEmpty() && !deliveries.equals("0")) {
      words.add(deliveries.equals("1") ? "once" : deliveries + " times");
    }
    if (answer.is("escalated")) {
      words.add("too often: it is for a person now");
    }
    if (answer.is("answered_by_other")) {
      words.add("answered by somebody who does not hold it");
    }
    return String.join(", ", words);
  }

  /** A lease in a few words; empty if there is none. */
  static String lease(Answer lease, Times times) {
    if (lease.text("holder").isEmpty()) {
      return "";
    }
    return lease.text("holder")
        + ", since "
        + times.show(lease.text("since"))
        + ", ends "
        + times.show(lease.text("until"));
  }

  /** A link in a few words; empty for a root. */
  static String link(Answer link) {
    List<String> words = new ArrayList<>();
    switch (link.text("status")) {
      case "", "root" -> {
        return "";
      }
      case "linked" -> words.add(link.text("parent"));
      case "pending" -> words.add("a handoff that has not arrived");
      case "mismatch" -> words.add("a handoff whose content is not the one it names");
      default -> words.add(link.text("status"));
    }
    if (!link.text("parent_session").isEmpty()) {
      words.add("in " + link.text("parent_session"));
    }
    if (link.text("by").equals("rule")) {
      words.add("(by rule)");
    }
    if (link.is("verified")) {
      words.add("(verified)");
    }
    if (link.is("ambiguous")) {
      words.add("(ambiguous)");
    }
    return String.join(" ", words);
  }

  private void member(String label, String value) {
    if (!value.isEmpty()) {
      String padded = String.format("%-" + LABEL_COLUMNS + "s", label);
      out.line(Span.quiet(" ".repeat(INDENT) + padded), Span.plain(value));
    }
  }
}
