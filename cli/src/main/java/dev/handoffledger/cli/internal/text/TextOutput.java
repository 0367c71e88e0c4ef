package dev.handoffledger.cli.internal.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Prints lines for people: every text made safe, colours only where they are wanted. */
public final class TextOutput {
  private final PrintWriter out;
  private final int columns;
  private final boolean colour;

  /**
   * @param columns the width to fit to; 0 to cut and wrap nothing
   */
  public TextOutput(PrintWriter out, int columns, boolean colour) {
    this.out = out;
    this.columns = columns;
    this.colour = colour;
  }

  /** The width to fit to, or 0 for none. */
  public int columns() {
    return columns;
  }

  public void line(Span... spans) {
    StringBuilder line = new StringBuilder();
    for (Span span : spans) {
      String text = SafeText.escape(span.text());
      line.append(colour ? span.tone().apply(text) : text);
    }
    out.print(line.toString().stripTrailing());
    out.print('\n');
  }

  /** A line that is cut where the terminal ends. */
  public void lineCut(Span... spans) {
    if (columns == 0) {
      line(spans);
      return;
    }
    List<Span> fitting = new ArrayList<>();
    int left = columns;
    for (Span span : spans) {
      String text = SafeText.escape(span.text());
      String shown = DisplayWidth.cut(text, Math.max(1, left));
      fitting.add(new Span(shown, span.tone()));
      left -= DisplayWidth.of(shown);
      if (!shown.equals(text)) {
        break;
      }
    }
    line(fitting.toArray(Span[]::new));
  }

  public void blank() {
    out.print('\n');
  }

  /** A text, wrapped between words, every line of it indented. */
  public void paragraph(int indent, String text) {
    for (String line : text.split("\\R", -1)) {
      String rest = SafeText.escape(line);
      for (String part : wrap(rest, columns == 0 ? 0 : Math.max(20, columns - indent))) {
        line(Span.plain(" ".repeat(indent) + part));
      }
    }
  }

  public void flush() {
    out.flush();
  }

  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (width > 0 && DisplayWidth.of(rest) > width) {
      int fits = DisplayWidth.fitting(rest, width);
      int space = rest.lastIndexOf(' ', fits);
      int end = space > 0 ? space : fits;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).replaceFirst("^ +", "");
    }
    lines.add(rest);
    return lines;
  }
}
