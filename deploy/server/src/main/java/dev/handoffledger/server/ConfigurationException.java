package dev.handoffledger.server;

import java.util.List;

/** A configuration that no program can run with; the message says what to change, line by line. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigurationException(List<String> problems) {
    super(String.join("\n", problems));
  }

  ConfigurationException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
