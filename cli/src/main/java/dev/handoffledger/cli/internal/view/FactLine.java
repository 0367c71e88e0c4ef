package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;

/** A fact that has just been recorded, in one line. */
public final class FactLine {
  private final TextOutput out;

  public FactLine(TextOutput out) {
    this.out = out;
  }

  /**
   * Prints a fact.
   *
   * @param event as the event stream has it
   */
  public void print(JsonNode event) {
    Answer fact = new Answer(event);
    String roles = fact.list("roles");
    String detail = Tables.detail(fact);
    out.lineCut(
        Span.quiet(time(fact.text("recorded_at")) + "  "),
        Span.strong("%-9s".formatted(fact.text("fact"))),
        Span.plain("  " + fact.text("kind") + "  "),
        Span.plain(fact.text("session") + "#" + fact.text("seq")),
        Span.plain(roles.isEmpty() ? "" : "  for " + roles),
        Span.caution(detail.isEmpty() ? "" : "  " + detail),
        Span.quiet("  " + shortened(fact.text("id"))));
  }

  /** The time of day, in UTC as all of the ledger's times. */
  private static String time(String recordedAt) {
    int start = recordedAt.indexOf('T') + 1;
    return recordedAt.length() >= start + 8 ? recordedAt.substring(start, start + 8) : recordedAt;
  }

  /** As many digits as tell ids apart, which commands take whole: {@code -o json} has them. */
  private static String shortened(String id) {
    return id.length() > 19 ? id.substring(0, 19) + "…" : id;
  }
}
