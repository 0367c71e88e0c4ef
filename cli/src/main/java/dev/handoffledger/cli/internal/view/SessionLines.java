package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.text.Times;
import java.util.ArrayList;
import java.util.List;

/** A session: how it stands, its newest handoff in full, then its facts. */
public final class SessionLines {
  private final TextOutput out;
  private final Times times;
  private final Tables.ItemTable facts;

  public SessionLines(TextOutput out, Times times) {
    this.out = out;
    this.times = times;
    this.facts = new Tables(out, times).facts();
  }

  /** The first page of a session's answer. */
  public void print(JsonNode session) {
    summary(new Answer(session.path("summary")));
    JsonNode newest = session.path("newest");
    if (newest.isObject()) {
      out.blank();
      out.line(Span.quiet("NEWEST HANDOFF"));
      HandoffLines lines = new HandoffLines(out, times);
      lines.print(newest);
      if (newest.path("artifact").isContainerNode()) {
        out.blank();
        lines.artifact(newest.get("artifact"));
      }
    }
    out.blank();
    out.line(Span.quiet("FACTS, NEWEST FIRST"));
    moreFacts(session);
  }

  /** A further page's facts. */
  public void moreFacts(JsonNode session) {
    List<JsonNode> page = new ArrayList<>();
    session.path("facts").forEach(page::add);
    facts.print(page);
    out.flush();
  }

  /** Says how to go on, if the last page is not the end. */
  public void end(JsonNode session) {
    if (session.path("next").isTextual()) {
      out.blank();
      out.line(
          Span.quiet(
              "There are older facts: add --all, or --cursor " + session.get("next").textValue()));
    }
  }

  private void summary(Answer summary) {
    out.line(
        Span.strong(summary.text("session")),
        Span.plain("  "),
        Tables.state(summary.text("state")),
        Span.plain(
            "  "
                + count(summary, "handoffs", "handoff")
                + ", "
                + summary.text("open")
                + " open, "
                + count(summary, "facts", "fact")));
    out.line(
        Span.quiet(
            "  first recorded "
                + times.show(summary.text("first_recorded_at"))
                + ", newest "
                + times.show(summary.text("last_recorded_at"))));
    out.line(Span.quiet("  chain " + summary.text("chain")));
  }

  private static String count(Answer summary, String member, String one) {
    String number = summary.text(member);
    return number + " " + one + (number.equals("1") ? "" : "s");
  }
}
