package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Successions;
import java.util.Optional;

/**
 * Whether somebody must still act on a handoff.
 *
 * @param open it has a role, is not in quarantine, and nobody has completed it; or somebody holds
 *     it still
 * @param by the id of the handoff that completes it, or null if none does
 */
public record Completion(boolean open, String by) {
  private static final String PENDING = "pending";

  /** How a handoff stands among the rows of now. */
  public static Completion of(HandoffRow handoff, Rows rows) {
    Optional<String> by =
        Optional.ofNullable(handoff.leasing().completedBy())
            .or(() -> rows.completingAnswer(handoff.id()))
            .or(() -> successor(handoff, rows));
    boolean undecided = handoff.status() == null || handoff.status().equals(PENDING);
    boolean quarantined = handoff.link().status() == Link.Status.MISMATCH;
    // Whoever holds it may go on, also when somebody else has answered.
    boolean waits = handoff.leasing().held() != null || by.isEmpty();
    boolean open =
        !handoff.roles().isEmpty()
            && undecided
            && !quarantined
            && !handoff.leasing().completed()
            && waits;
    return new Completion(open, by.orElse(null));
  }

  private static Optional<String> successor(HandoffRow handoff, Rows rows) {
    return Optional.ofNullable(handoff.place())
        .flatMap(place -> Successions.successor(place, rows.lanes()));
  }
}
