package dev.handoffledger.cli.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.cli.internal.text.Table.Column;
import dev.handoffledger.cli.internal.text.Table.Row;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TextOutputTest {
  private final StringWriter written = new StringWriter();

  private TextOutput output(int columns, boolean colour) {
    return new TextOutput(new PrintWriter(written, true), columns, colour);
  }

  private List<String> lines() {
    return written.toString().lines().toList();
  }

  @Test
  void table_alignsWideLetters() {
    new Table(output(0, false), Column.flexible("A"), Column.fixed("B"))
        .print(
            List.of(
                Row.of(Span.plain("次の"), Span.plain("x")),
                Row.of(Span.plain("abcde"), Span.plain("y"))));

    assertThat(lines()).containsExactly("A      B", "次の   x", "abcde  y");
  }

  @Test
  void table_givesTheWidestColumnLess() {
    new Table(output(24, false), Column.flexible("A"), Column.flexible("B"))
        .print(List.of(Row.of(Span.plain("a".repeat(30)), Span.plain("b".repeat(9)))));

    assertThat(lines().get(1)).isEqualTo("a".repeat(12) + "…  " + "b".repeat(9));
  }

  @Test
  void table_withoutATerminalCutsNothing() {
    new Table(output(0, false), Column.flexible("A"))
        .print(List.of(Row.of(Span.plain("a".repeat(300)))));

    assertThat(lines().get(1)).hasSize(300);
  }

  @Test
  void colour_isPutAroundTheSafeText() {
    output(0, true).line(Span.bad("x\u001B[0m"));

    assertThat(lines()).containsExactly("\u001B[31mx\\u{001B}[0m\u001B[0m");
  }

  @Test
  void paragraph_isWrappedBetweenWords() {
    output(24, false).paragraph(4, "one two three four five six seven");

    assertThat(lines()).containsExactly("    one two three four", "    five six seven");
  }

  @Property
  void wrapping_losesNothingAndFits(
      @ForAll String text, @ForAll @IntRange(min = 2, max = 40) int width) {
    String safe = SafeText.escape(text);

    List<String> wrapped = TextOutput.wrap(safe, width);

    assertThat(String.join("", wrapped).replace(" ", "")).isEqualTo(safe.replace(" ", ""));
    assertThat(wrapped).allMatch(line -> DisplayWidth.of(line) <= width);
  }

  @Test
  void document_isOutlined() throws JsonProcessingException {
    new DocumentOutline(output(60, false))
        .print(
            new ObjectMapper()
                .readTree(
                    """
                    {"goal":"Ship","empty":[],"nothing":null,
                     "git":{"branch":"main","dirty_paths":[]},
                     "plan":["first","second"],
                     "notes":"line one\\nline two",
                     "list":[{"id":"f1","nested":{"a":[1]}}]}"""),
            2);

    assertThat(lines())
        .containsExactly(
            "  goal: Ship",
            "  git: branch: main",
            "  plan:",
            "    - first",
            "    - second",
            "  notes:",
            "    line one",
            "    line two",
            "  list:",
            "    -",
            "      id: f1",
            "      nested:",
            "        a:",
            "          - 1");
  }
}
