package dev.handoffledger.cli.internal.view;

import dev.handoffledger.cli.internal.publish.Finding;
import dev.handoffledger.cli.internal.publish.PublishOutcome;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import java.util.ArrayList;
import java.util.List;

/** How the outcome of an artifact is shown to a person. */
public final class OutcomeLines {
  private final TextOutput out;
  private final int nameColumns;

  /**
   * @param nameColumns the width of the column with the files' names
   */
  public OutcomeLines(TextOutput out, int nameColumns) {
    this.out = out;
    this.nameColumns = nameColumns;
  }

  /** One line, and one for each problem and warning. */
  public void print(PublishOutcome outcome) {
    List<Span> line = new ArrayList<>();
    line.add(mark(outcome.outcome()));
    line.add(Span.strong(padded(outcome.file())));
    if (outcome.session() != null) {
      String seq = outcome.seq() == null ? "" : " #" + outcome.seq();
      line.add(Span.plain("  " + outcome.session() + seq));
    }
    if (outcome.kind() != null) {
      line.add(Span.quiet("  " + outcome.kind()));
    }
    if ("status".equals(outcome.fact())) {
      line.add(Span.plain("  new status"));
    }
    if (!outcome.roles().isEmpty()) {
      line.add(Span.plain("  → " + String.join(", ", outcome.roles())));
    }
    if (outcome.link() != null && !outcome.link().equals("root")) {
      line.add(link(outcome.link()));
    }
    out.line(line.toArray(Span[]::new));
    findings(outcome.problems(), true);
    findings(outcome.warnings(), false);
  }

  private void findings(List<Finding> findings, boolean bad) {
    for (Finding finding : findings) {
      out.line(FindingLine.of(finding, bad));
    }
  }

  private String padded(String name) {
    return name + " ".repeat(Math.max(0, nameColumns - name.length()));
  }

  private static Span link(String status) {
    return switch (status) {
      case "linked" -> Span.quiet("  linked");
      case "pending" -> Span.caution("  parent pending");
      case "mismatch" -> Span.bad("  parent mismatch");
      default -> Span.plain("  " + status);
    };
  }

  private static Span mark(String outcome) {
    String text = String.format(" %-11s", outcome);
    return switch (outcome) {
      case PublishOutcome.RECORDED, PublishOutcome.VALID -> Span.good("✓" + text);
      case PublishOutcome.DUPLICATE -> Span.quiet("=" + text);
      case PublishOutcome.REJECTED -> Span.bad("✗" + text);
      default -> Span.caution("…" + text);
    };
  }
}
