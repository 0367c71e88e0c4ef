package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.ParentReference;
import java.time.Instant;
import java.util.Objects;

/**
 * A child's declared parent, kept in the parent's session for as long as a candidate may change the
 * answer.
 *
 * @param parent what the child declares
 * @param childTime the child's own time
 * @param holdUntil until when a better answer is waited for
 */
public record Reference(
    ParentReference parent,
    RowKey child,
    String childId,
    String childKind,
    Instant childTime,
    Instant holdUntil) {
  public Reference {
    Objects.requireNonNull(parent);
    Objects.requireNonNull(child);
    Objects.requireNonNull(childId);
    Objects.requireNonNull(childKind);
    Objects.requireNonNull(childTime);
    Objects.requireNonNull(holdUntil);
  }

  /** Whether the parent's session is on the partition of that state. */
  boolean isLocal(LedgerState state) {
    return state.isLocal(parent.session());
  }
}
