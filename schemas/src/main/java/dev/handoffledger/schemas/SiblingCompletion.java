package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * A rule of a format: of the answers to one handoff, those of one kind complete those of another.
 *
 * @param parentKind the kind of the handoff that they answer
 * @param completing the kind that completes
 * @param completed the kind that is completed
 */
public record SiblingCompletion(String parentKind, String completing, String completed) {
  public SiblingCompletion {
    Objects.requireNonNull(parentKind);
    Objects.requireNonNull(completing);
    Objects.requireNonNull(completed);
  }
}
