package dev.handoffledger.schemas.succession;

import java.util.Optional;

/** The lanes of every session, each in the order of its positions. */
public interface Lanes {

  /**
   * A handoff in a lane.
   *
   * @param id the handoff that stands there
   */
  record Entry(LanePosition position, String id) {}

  /** The last entry strictly before a position. */
  Optional<Entry> before(Lane lane, LanePosition position);

  /** The first entry strictly after a position. */
  Optional<Entry> after(Lane lane, LanePosition position);
}
