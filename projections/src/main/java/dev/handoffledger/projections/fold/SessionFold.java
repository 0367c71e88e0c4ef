package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.succession.OwnTime;

/** The summary of a session from its facts, in the order of their seq. */
final class SessionFold {
  private static final String BATON = "session_baton";

  private SessionFold() {}

  /**
   * The row after a fact; a fact that the row already holds changes nothing.
   *
   * @param row the row of now, or null before the first fact
   */
  static SessionRow apply(SessionRow row, Fact fact) {
    SessionRow.Start start = start(fact);
    if (row == null) {
      return new SessionRow(
          fact.session(),
          fact.seq(),
          start == null ? 0 : 1,
          fact.recordedAt(),
          fact.recordedAt(),
          start,
          fact.chain());
    }
    if (fact.seq() <= row.facts()) {
      return row;
    }
    return new SessionRow(
        row.session(),
        fact.seq(),
        row.handoffs() + (start == null ? 0 : 1),
        row.firstRecordedAt(),
        fact.recordedAt(),
        later(row.start(), start),
        fact.chain());
  }

  private static SessionRow.Start start(Fact fact) {
    return fact.body() instanceof Fact.Recorded recorded
        ? new SessionRow.Start(
            fact.handoffId(),
            recorded.kind().equals(BATON),
            OwnTime.inReading(recorded.time().instant(), fact.recordedAt()),
            fact.seq())
        : null;
  }

  private static SessionRow.Start later(SessionRow.Start one, SessionRow.Start other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) < 0 ? other : one;
  }
}
