package dev.handoffledger.cli.internal.man;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A command's help in roff with the macros of man(7). */
public final class ManPage {
  private final CommandSpec command;
  private final String date;
  private final StringBuilder roff = new StringBuilder();

  /**
   * @param date that the page states, or an empty text
   */
  public ManPage(CommandSpec command, String date) {
    this.command = command;
    this.date = date;
  }

  /** The page. */
  public String roff() {
    roff.setLength(0);
    UsageMessageSpec usage = command.usageMessage();
    String title = command.qualifiedName("-");
    roff.append(".TH \"").append(escape(title.toUpperCase(Locale.ROOT))).append("\" 1 \"");
    // A date with escaped hyphens is none to readers of manual pages.
    roff.append(date).append("\" \"Handoff Ledger\" \"User Commands\"\n");
    section("NAME");
    line(title + " - " + firstSentence(usage.description()));
    section("SYNOPSIS");
    synopsis();
    section("DESCRIPTION");
    line(String.join(" ", usage.description()));
    parameters();
    options();
    subcommands();
    exitCodes(usage.exitCodeList());
    examples(usage.footer());
    seeAlso();
    return roff.toString();
  }

  private void synopsis() {
    String synopsis =
        new Help(command, Help.defaultColorScheme(Help.Ansi.OFF))
            .synopsis(0)
            .strip()
            .replaceAll("\\s+", " ");
    line(synopsis);
  }

  private void parameters() {
    List<PositionalParamSpec> parameters = command.positionalParameters();
    if (parameters.isEmpty()) {
      return;
    }
    section("ARGUMENTS");
    for (PositionalParamSpec parameter : parameters) {
      tagged(parameter.paramLabel(), parameter.description());
    }
  }

  private void options() {
    section("OPTIONS");
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        String value = option.typeInfo().isBoolean() ? "" : " " + option.paramLabel();
        tagged(String.join(", ", option.names()) + value, option.description());
      }
    }
  }

  private void subcommands() {
    if (command.subcommands().isEmpty()) {
      return;
    }
    section("COMMANDS");
    for (Map.Entry<String, CommandLine> entry : command.subcommands().entrySet()) {
      UsageMessageSpec usage = entry.getValue().getCommandSpec().usageMessage();
      if (!usage.hidden()) {
        tagged(entry.getKey(), usage.description());
      }
    }
  }

  private void exitCodes(Map<String, String> codes) {
    if (codes.isEmpty()) {
      return;
    }
    section("EXIT STATUS");
    codes.forEach(this::tagged);
  }

  private void examples(String... footer) {
    section("EXAMPLES");
    macro("nf");
    for (String line : footer) {
      if (line.startsWith("  ")) {
        line(line.strip());
      }
    }
    macro("fi");
  }

  private void seeAlso() {
    if (command.parent() != null) {
      section("SEE ALSO");
      macro("BR", command.parent().qualifiedName("-"), "(1)");
    }
  }

  private void section(String name) {
    macro("SH", name);
  }

  private void tagged(String tag, String... texts) {
    macro("TP");
    roff.append("\\fB").append(escape(tag)).append("\\fR\n");
    Arrays.stream(texts).forEach(this::line);
  }

  private void macro(String name, String... arguments) {
    roff.append('.').append(name);
    for (String argument : arguments) {
      roff.append(" \"").append(escape(argument).replace("\"", "\\(dq")).append('"');
    }
    roff.append('\n');
  }

  /** A line of text, whatever it starts with. */
  private void line(String text) {
    String escaped = escape(text);
    boolean control = escaped.startsWith(".") || escaped.startsWith("'");
    roff.append(control ? "\\&" : "").append(escaped).append('\n');
  }

  /** Text in ASCII, so that every roff reads it whatever the locale. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            codePoint -> {
              switch (codePoint) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '`' -> escaped.append("\\(ga");
                case '\'' -> escaped.append("\\(aq");
                case '^' -> escaped.append("\\(ha");
                case '~' -> escaped.append("\\(ti");
                case '\n' -> escaped.append(' ');
                default -> {
                  if (codePoint < 0x80) {
                    escaped.append((char) codePoint);
                  } else {
                    escaped.append(String.format("\\[u%04X]", codePoint));
                  }
                }
              }
            });
    return escaped.toString();
  }

  private static String firstSentence(String... description) {
    String text = String.join(" ", description);
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
  }
}
