package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Fact;
import java.util.Objects;

/**
 * A handoff whose parent is named by hash (or, by policy, declared at all) and not matched yet,
 * with all that its route needs.
 *
 * @param recorded the fact that recorded it
 * @param reference the parent it waits for
 * @param routed whether it went to its roles unverified when the hold ended
 */
public record HeldHandoff(Fact recorded, Reference reference, boolean routed) {
  public HeldHandoff {
    Objects.requireNonNull(recorded);
    Objects.requireNonNull(reference);
    if (!(recorded.body() instanceof Fact.Recorded)) {
      throw new IllegalArgumentException("only a recorded handoff is held");
    }
  }
}
