package dev.handoffledger.cli.internal.view;

import dev.handoffledger.cli.internal.publish.Finding;
import dev.handoffledger.cli.internal.text.Span;

/** A problem or a warning on an indented line: {@code code at pointer: message}. */
final class FindingLine {
  private FindingLine() {}

  static Span[] of(Finding finding, boolean bad) {
    return new Span[] {
      Span.plain("    "),
      bad ? Span.bad(finding.code()) : Span.caution(finding.code()),
      Span.plain(finding.pointer().isEmpty() ? "" : " at " + finding.pointer()),
      Span.plain(": " + finding.message())
    };
  }
}
