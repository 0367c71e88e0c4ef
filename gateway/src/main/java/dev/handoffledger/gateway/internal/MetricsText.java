package dev.handoffledger.gateway.internal;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Metrics in the Prometheus text format, version 0.0.4. Families are written one after another,
 * each followed by its samples.
 */
final class MetricsText {
  static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder out = new StringBuilder(4096);
  private final Set<String> families = new HashSet<>();
  private String family;

  /** Starts a family of values that only grow. */
  MetricsText counter(String name, String help) {
    return family(name, "counter", help);
  }

  /** Starts a family of values that go up and down. */
  MetricsText gauge(String name, String help) {
    return family(name, "gauge", help);
  }

  /** A sample of the family started last. */
  MetricsText sample(Map<String, String> labels, double value) {
    return sample(labels, Double.toString(value));
  }

  /** A sample of the family started last. */
  MetricsText sample(Map<String, String> labels, long value) {
    return sample(labels, Long.toString(value));
  }

  /**
   * Families of one sample or more each.
   *
   * @param values by name and, in braces, labels; names that end in {@code _total} only grow
   */
  MetricsText families(Map<String, ? extends Number> values) {
    String before = null;
    for (Map.Entry<String, ? extends Number> value : new TreeMap<>(values).entrySet()) {
      int braces = value.getKey().indexOf('{');
      String name = braces < 0 ? value.getKey() : value.getKey().substring(0, braces);
      if (!name.equals(before)) {
        family(name, name.endsWith("_total") ? "counter" : "gauge", name.replace('_', ' '));
        before = name;
      }
      out.append(value.getKey()).append(' ').append(value.getValue()).append('\n');
    }
    return this;
  }

  private MetricsText sample(Map<String, String> labels, String value) {
    out.append(family);
    if (!labels.isEmpty()) {
      String separator = "{";
      for (Map.Entry<String, String> label : labels.entrySet()) {
        out.append(separator).append(label.getKey()).append("=\"");
        appendEscaped(label.getValue(), true);
        out.append('"');
        separator = ",";
      }
      out.append('}');
    }
    out.append(' ').append(value).append('\n');
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private MetricsText family(String name, String type, String help) {
    if (!families.add(name)) {
      throw new IllegalStateException("a family is written once: " + name);
    }
    family = name;
    out.append("# HELP ").append(name).append(' ');
    appendEscaped(help, false);
    out.append("\n# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  private void appendEscaped(String text, boolean quoted) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '"' -> out.append(quoted ? "\\\"" : "\"");
        default -> out.append(c);
      }
    }
  }
}
