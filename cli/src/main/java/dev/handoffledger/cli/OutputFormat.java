package dev.handoffledger.cli;

import java.util.Locale;

/** What a command prints. */
public enum OutputFormat {
  TEXT,
  JSON;

  /** The value as it is given on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
