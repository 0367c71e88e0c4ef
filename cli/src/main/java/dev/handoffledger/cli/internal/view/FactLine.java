package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;

/** A recorded fact, in one line. */
public final class FactLine {
  private static final int SECONDS = "2026-11-30T09:14:07".length();

  private final TextOutput out;
  private final boolean dated;

  /**
   * @param dated whether the day is told too, as of facts that were not recorded just now
   */
  public FactLine(TextOutput out, boolean dated) {
    this.out = out;
    this.dated = dated;
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

  /** In UTC, as all of the ledger's times. */
  private String time(String recordedAt) {
    if (recordedAt.length() < SECONDS) {
      return recordedAt;
    }
    String time = recordedAt.substring(0, SECONDS).replace('T', ' ');
    return dated ? time : time.substring(time.indexOf(' ') + 1);
  }

  /** As many digits as tell ids apart, which commands take whole: {@code -o json} has them. */
  private static String shortened(String id) {
    return id.length() > 19 ? id.substring(0, 19) + "…" : id;
  }
}
