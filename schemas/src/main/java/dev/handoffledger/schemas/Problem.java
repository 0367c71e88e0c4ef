package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * One thing that is wrong with an artifact.
 *
 * @param reason the stable code
 * @param pointer RFC 6901 JSON pointer to the value, or to the object that lacks a member; empty
 *     for the whole document
 * @param message one sentence that tells an agent what to change; never quotes a value
 */
public record Problem(Reason reason, String pointer, String message) {
  public Problem {
    Objects.requireNonNull(reason);
    Objects.requireNonNull(pointer);
    Objects.requireNonNull(message);
  }
}
