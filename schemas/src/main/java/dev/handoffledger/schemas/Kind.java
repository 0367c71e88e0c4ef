package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * What an artifact is, for example {@code planner_brief} of {@code codelens}.
 *
 * @param format the format's name
 * @param name the kind's name, unique over all formats
 */
public record Kind(String format, String name) {
  public Kind {
    Objects.requireNonNull(format);
    Objects.requireNonNull(name);
  }
}
