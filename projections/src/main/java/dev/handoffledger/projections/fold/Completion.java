package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Successions;
import java.util.Optional;

/**
 * Whether somebody must still act on a handoff.
 *
 * @param open nobody has completed it, it has a role, and it is not in quarantine
 * @param by the id of the handoff that completed it, or null if none did
 */
public record Completion(boolean open, String by) {
  private static final String PENDING = "pending";

  /** How a handoff stands among the rows of now. */
  public static Completion of(HandoffRow handoff, Rows rows) {
    Optional<String> by =
        rows.completingAnswer(handoff.id())
            .or(
                () ->
                    Optional.ofNullable(handoff.place())
                        .flatMap(place -> Successions.successor(place, rows.lanes())));
    boolean undecided = handoff.status() == null || handoff.status().equals(PENDING);
    boolean quarantined = handoff.link().status() == Link.Status.MISMATCH;
    boolean open = !handoff.roles().isEmpty() && undecided && !quarantined && by.isEmpty();
    return new Completion(open, by.orElse(null));
  }
}
