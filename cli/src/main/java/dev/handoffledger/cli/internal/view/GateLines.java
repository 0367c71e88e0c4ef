package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;

/** Whether work may be merged, and why not. */
public final class GateLines {
  private final TextOutput out;

  public GateLines(TextOutput out) {
    this.out = out;
  }

  public void print(JsonNode verdict) {
    int chains = verdict.path("chains").size();
    boolean passes = verdict.path("passes").asBoolean();
    out.line(
        passes ? Span.good("✓ passes") : Span.bad("✗ does not pass"),
        Span.plain("  " + chains + (chains == 1 ? " chain" : " chains")));
    verdict.path("objections").forEach(objection -> print(new Answer(objection)));
  }

  private void print(Answer objection) {
    out.line(
        Span.plain("    "),
        Span.bad(objection.text("code")),
        Span.plain(": " + objection.text("message")));
    if (!objection.text("handoff").isEmpty()) {
      out.line(Span.quiet("      " + objection.text("handoff")));
    }
  }
}
