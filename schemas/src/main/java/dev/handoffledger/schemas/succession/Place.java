package dev.handoffledger.schemas.succession;

import dev.handoffledger.schemas.Succession;
import java.util.Objects;

/**
 * A handoff in the order that its format gives to its session.
 *
 * @param session the handoff's session
 * @param succession what it offers and follows
 * @param position where it stands
 */
public record Place(String session, Succession succession, LanePosition position) {
  public Place {
    Objects.requireNonNull(session);
    Objects.requireNonNull(succession);
    Objects.requireNonNull(position);
  }

  public boolean mayBeFollowed() {
    return succession.offers() != null;
  }

  public boolean follows() {
    return succession.follows() != null;
  }

  /** The lane in which later handoffs find this one. Only if it {@link #mayBeFollowed()}. */
  public Lane offered() {
    return new Lane(session, Lane.Side.OFFERS, succession.offers());
  }

  /** The lane in which this one finds those before it. Only if it {@link #follows()}. */
  public Lane followed() {
    return new Lane(session, Lane.Side.OFFERS, succession.follows());
  }

  /** The lane of those that follow as this one does. Only if it {@link #follows()}. */
  public Lane followers() {
    return new Lane(session, Lane.Side.FOLLOWS, succession.follows());
  }

  boolean isByIteration() {
    return succession.order() == Succession.Order.ITERATION;
  }
}
