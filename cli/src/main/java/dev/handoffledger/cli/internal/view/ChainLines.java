package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.text.Times;
import java.util.ArrayList;
import java.util.List;

/** A chain: how it stands, what it waits for, and all that belongs to it. */
public final class ChainLines {
  private final TextOutput out;
  private final Times times;
  private final boolean ids;

  /**
   * @param ids whether each handoff's id is printed
   */
  public ChainLines(TextOutput out, Times times, boolean ids) {
    this.out = out;
    this.times = times;
    this.ids = ids;
  }

  public void print(JsonNode chain) {
    Answer answer = new Answer(chain);
    out.line(
        state(answer.text("state")),
        Span.plain(
            "  "
                + count(answer, "handoffs", "handoff")
                + ", "
                + count(answer, "rounds", "round")
                + " of rework, newest "
                + times.show(answer.text("last_recorded_at"))));
    out.line(Span.quiet("  root " + answer.text("root")));
    if (answer.is("orphaned")) {
      out.line(Span.caution("  its root names a parent that has not come"));
    }
    if (answer.is("circular")) {
      out.line(Span.caution("  its handoffs answer each other in a circle"));
    }
    waiting(chain);
    out.blank();
    new LineageLines(out, times, ids).print(chain.path("lineage"));
  }

  private void waiting(JsonNode chain) {
    List<JsonNode> waiting = new ArrayList<>();
    chain.path("waits_for").forEach(waiting::add);
    if (!waiting.isEmpty()) {
      out.blank();
      out.line(Span.quiet("WAITS FOR"));
      for (JsonNode handoff : waiting) {
        Answer answer = new Answer(handoff);
        String lease = HandoffLines.lease(answer.in("lease"), times);
        out.line(
            Span.plain("  " + answer.list("roles") + ": "),
            Span.strong(answer.text("kind")),
            Span.plain("  " + answer.text("session") + " #" + answer.text("seq")),
            Span.caution(lease.isEmpty() ? "" : "  held by " + lease));
      }
    }
  }

  static Span state(String state) {
    return switch (state) {
      case "approved" -> Span.good(state);
      case "blocked", "changes_requested" -> Span.bad(state);
      case "closed" -> Span.plain(state);
      default -> Span.caution(state);
    };
  }

  private static String count(Answer chain, String member, String one) {
    String number = chain.text(member);
    return number + " " + one + (number.equals("1") ? "" : "s");
  }
}
