package dev.handoffledger.schemas.succession;

import java.util.Objects;

/**
 * One line of succession in a session.
 *
 * @param side whose entries it holds
 * @param name as {@link dev.handoffledger.schemas.Succession} names it; may be empty
 */
public record Lane(String session, Side side, String name) {

  /** Which handoffs are entered. */
  public enum Side {
    /** Those that may be followed. */
    OFFERS,
    /** Those that follow. */
    FOLLOWS
  }

  public Lane {
    Objects.requireNonNull(session);
    Objects.requireNonNull(side);
    Objects.requireNonNull(name);
  }
}
