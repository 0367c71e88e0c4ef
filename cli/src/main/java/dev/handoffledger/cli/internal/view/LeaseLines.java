package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.text.Times;

/** What became of a lease. */
public final class LeaseLines {
  private final TextOutput out;
  private final Times times;

  public LeaseLines(TextOutput out, Times times) {
    this.out = out;
    this.times = times;
  }

  /** What was claimed: the token, then the handoff and its artifact, to be worked on. */
  public void claimed(JsonNode claim) {
    Answer lease = new Answer(claim);
    out.line(
        Span.good("✓ claimed"),
        Span.plain(" by " + lease.text("holder") + ", ends " + times.show(lease.text("until"))));
    out.line(Span.quiet("  token        "), Span.plain(lease.text("token")));
    out.blank();
    HandoffLines lines = new HandoffLines(out, times);
    lines.print(claim.path("handoff"));
    if (claim.path("artifact").isContainerNode()) {
      out.blank();
      lines.artifact(claim.get("artifact"));
    }
  }

  public void renewed(JsonNode lease) {
    out.line(
        Span.good("✓ renewed"),
        Span.plain(", ends " + times.show(new Answer(lease).text("until"))));
  }

  public void ended(JsonNode end) {
    Answer answer = new Answer(end);
    out.line(
        Span.good("✓ " + answer.in("ended").text("how")), Span.plain("  " + answer.text("id")));
  }
}
