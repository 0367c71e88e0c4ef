package dev.handoffledger.cli;

import java.util.Locale;
import java.util.Map;

/** Whether output has colours. */
enum ColourChoice {
  AUTO,
  ALWAYS,
  NEVER;

  /**
   * Whether to colour if nobody says: on a terminal that is not dumb. {@code NO_COLOR} forbids it,
   * {@code CLICOLOR_FORCE} asks for it anywhere, {@code CLICOLOR=0} does not want it.
   */
  static boolean byEnvironment(Map<String, String> environment, boolean onTerminal) {
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
      return false;
    }
    String force = environment.getOrDefault("CLICOLOR_FORCE", "");
    if (!force.isEmpty() && !force.equals("0")) {
      return true;
    }
    return onTerminal
        && !"dumb".equals(environment.get("TERM"))
        && !"0".equals(environment.get("CLICOLOR"));
  }

  boolean colours(boolean byEnvironment) {
    return this == AUTO ? byEnvironment : this == ALWAYS;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
