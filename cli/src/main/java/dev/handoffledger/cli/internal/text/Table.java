package dev.handoffledger.cli.internal.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Aligned columns. They are as wide as the first rows printed ask for, and narrower if the terminal
 * is: then the widest flexible columns give way and their cells are cut.
 */
public final class Table {
  private static final int GAP = 2;
  private static final int LEAST_FLEXIBLE = 8;

  /**
   * A column.
   *
   * @param title the heading
   * @param flexible whether its cells may be cut
   * @param right whether its cells stand to the right
   */
  public record Column(String title, boolean flexible, boolean right) {
    public static Column fixed(String title) {
      return new Column(title, false, false);
    }

    public static Column flexible(String title) {
      return new Column(title, true, false);
    }

    public static Column number(String title) {
      return new Column(title, false, true);
    }
  }

  /**
   * A row.
   *
   * @param cells one for each column
   * @param details lines below the cells, each indented
   */
  public record Row(List<Span> cells, List<Span[]> details) {
    public static Row of(Span... cells) {
      return new Row(List.of(cells), List.of());
    }

    public Row with(List<Span[]> lines) {
      return new Row(cells, List.copyOf(lines));
    }
  }

  private final TextOutput out;
  private final List<Column> columns;
  private int[] widths;

  public Table(TextOutput out, Column... columns) {
    this.out = out;
    this.columns = List.of(columns);
  }

  /** Prints rows, with the headings before the first. Further rows keep the first ones' widths. */
  public void print(List<Row> rows) {
    List<List<Span>> cells = rows.stream().map(row -> safe(row.cells())).toList();
    if (widths == null) {
      widths = widths(cells);
      line(columns.stream().map(column -> Span.quiet(column.title())).toList());
    }
    for (int i = 0; i < cells.size(); i++) {
      line(cells.get(i));
      rows.get(i).details().forEach(out::line);
    }
  }

  private static List<Span> safe(List<Span> cells) {
    return cells.stream().map(cell -> new Span(SafeText.escape(cell.text()), cell.tone())).toList();
  }

  private int[] widths(List<List<Span>> rows) {
    int[] wanted = columns.stream().mapToInt(column -> DisplayWidth.of(column.title())).toArray();
    for (List<Span> row : rows) {
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = Math.max(wanted[i], DisplayWidth.of(row.get(i).text()));
      }
    }
    if (out.columns() > 0) {
      shrink(wanted, out.columns() - GAP * (wanted.length - 1));
    }
    return wanted;
  }

  private void shrink(int[] wanted, int available) {
    while (Arrays.stream(wanted).sum() > available) {
      int widest = -1;
      for (int i = 0; i < wanted.length; i++) {
        if (columns.get(i).flexible()
            && wanted[i] > LEAST_FLEXIBLE
            && (widest < 0 || wanted[i] > wanted[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      wanted[widest]--;
    }
  }

  private void line(List<Span> cells) {
    List<Span> line = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Column column = columns.get(i);
      String text = cells.get(i).text();
      String shown = column.flexible() ? DisplayWidth.cut(text, widths[i]) : text;
      String padding = " ".repeat(Math.max(0, widths[i] - DisplayWidth.of(shown)));
      if (i > 0) {
        line.add(Span.plain(" ".repeat(GAP)));
      }
      if (column.right()) {
        line.add(Span.plain(padding));
      }
      line.add(new Span(shown, cells.get(i).tone()));
      if (!column.right() && i < cells.size() - 1) {
        line.add(Span.plain(padding));
      }
    }
    out.line(line.toArray(Span[]::new));
  }
}
