package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.wire.RelayEnvelope.Due;
import java.time.Instant;
import java.util.Objects;

/**
 * Something that is due at a time.
 *
 * @param session the session of this partition that it is due in
 * @param row the handoff that it concerns
 */
public record Deadline(Instant at, Due.What what, String session, RowKey row) {
  public Deadline {
    Objects.requireNonNull(at);
    Objects.requireNonNull(what);
    Objects.requireNonNull(session);
    Objects.requireNonNull(row);
  }

  static Deadline route(RowKey row, Instant at) {
    return new Deadline(at, Due.What.ROUTE, row.session(), row);
  }

  static Deadline parent(Reference reference) {
    return new Deadline(
        reference.holdUntil(), Due.What.PARENT, reference.parent().session(), reference.childKey());
  }

  static Deadline leaseEnd(RowKey row, Instant at) {
    return new Deadline(at, Due.What.LEASE_END, row.session(), row);
  }

  /** The tick that asks whether it is due. */
  public Due tick() {
    return new Due(session, what, row.session(), row.row());
  }
}
