package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Link;
import java.util.Objects;

/**
 * A reference as its parent's partition keeps it.
 *
 * @param link what the child was last told, without warnings
 */
public record ReferenceRow(Reference reference, Link link) {
  public ReferenceRow {
    Objects.requireNonNull(reference);
    Objects.requireNonNull(link);
  }
}
