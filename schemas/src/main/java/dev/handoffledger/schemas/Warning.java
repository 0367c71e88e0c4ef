package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * Something about a recorded handoff that its readers should know; it does not stop the handoff.
 *
 * @param code stable, in snake case, for example {@code missing_parent}
 * @param pointer RFC 6901 JSON pointer into the artifact; empty for the whole document
 * @param message one sentence; never quotes a value
 */
public record Warning(String code, String pointer, String message) {
  public Warning {
    Objects.requireNonNull(code);
    Objects.requireNonNull(pointer);
    Objects.requireNonNull(message);
  }
}
