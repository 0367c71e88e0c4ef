package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.wire.Child;
import java.time.Instant;
import java.util.Objects;

/**
 * What a child declares as its parent.
 *
 * @param parent what it declares
 * @param child who declares it
 * @param holdUntil until when a better answer is waited for
 */
public record Reference(ParentReference parent, Child child, Instant holdUntil) {
  public Reference {
    Objects.requireNonNull(parent);
    Objects.requireNonNull(child);
    Objects.requireNonNull(holdUntil);
  }

  RowKey childKey() {
    return new RowKey(child.session(), child.row());
  }

  /** The row of the parent that a link names. */
  RowKey parentKey(String parentId) {
    return new RowKey(
        parent.session(), parent.naturalKey() == null ? parentId : parent.naturalKey());
  }

  boolean byHash() {
    return parent.hash() != null;
  }

  /** Whether candidates that come later may suit better than one that was found. */
  boolean byTime() {
    return parent.hash() == null && parent.naturalKey() == null;
  }
}
