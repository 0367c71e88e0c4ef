package dev.handoffledger.schemas;

import java.util.Objects;

/**
 * A handoff's place in the order that its format gives to a session. From it the fold derives the
 * predecessor and which handoffs are completed by rule, whatever the order of arrival.
 *
 * <p>Within a session, the predecessor of a handoff is the greatest handoff below it, by {@code
 * (position, tieBreak)}, whose {@code offers} lane is its {@code follows} lane.
 *
 * @param offers the lane in which later handoffs find this one; null if none may follow it
 * @param follows the lane in which this handoff finds its predecessor; null if it has none by rule
 * @param order what orders the lane
 * @param iteration with {@link Order#ITERATION} the number, whose predecessor has the number before
 * @param tieBreak orders handoffs of equal position, compared as UTF-8 bytes
 * @param shownAsLink whether the predecessor is shown as a link {@code by: rule}; else it is only
 *     completed
 */
public record Succession(
    String offers,
    String follows,
    Order order,
    long iteration,
    String tieBreak,
    boolean shownAsLink) {

  /** What orders the handoffs of a lane. */
  public enum Order {
    /** The artifact's own time. */
    TIME,
    /** A number without gaps: where a number is missing, the link is pending. */
    ITERATION
  }

  public Succession {
    Objects.requireNonNull(order);
    Objects.requireNonNull(tieBreak);
  }

  public static Succession byTime(
      String offers, String follows, String tieBreak, boolean shownAsLink) {
    return new Succession(offers, follows, Order.TIME, 0, tieBreak, shownAsLink);
  }

  public static Succession byIteration(long iteration) {
    return new Succession("", "", Order.ITERATION, iteration, "", true);
  }
}
