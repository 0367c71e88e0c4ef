package dev.handoffledger.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Prometheus text format, version 0.0.4, read strictly. */
final class PrometheusGrammar {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final String LABEL =
      "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\\\\\|\\\\\"|\\\\n)*\"";
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") ([^\\n]*)");
  private static final Pattern TYPE = Pattern.compile("# TYPE (" + NAME + ") (counter|gauge)");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "("
              + NAME
              + ")(\\{"
              + LABEL
              + "(?:,"
              + LABEL
              + ")*\\})? "
              + "([+-]?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)");

  private PrometheusGrammar() {}

  /** Each family once, HELP and TYPE before its samples, samples together and without repeats. */
  static void assertValid(String text) {
    assertThat(text).endsWith("\n").doesNotContain("\n\n");
    Set<String> families = new HashSet<>();
    Set<String> series = new HashSet<>();
    String helped = null;
    String family = null;
    for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
      Matcher help = HELP.matcher(line);
      Matcher type = TYPE.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (help.matches()) {
        helped = help.group(1);
        assertThat(families.add(helped)).as(line).isTrue();
      } else if (type.matches()) {
        family = type.group(1);
        assertThat(family).as(line).isEqualTo(helped);
      } else {
        assertThat(sample.matches()).as(line).isTrue();
        assertThat(sample.group(1)).as(line).isEqualTo(family);
        assertThat(series.add(sample.group(1) + sample.group(2))).as(line).isTrue();
      }
    }
  }
}
