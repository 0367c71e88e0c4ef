package dev.handoffledger.schemas.succession;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who follows whom by a rule of the format: functions of the set of a session's handoffs, whatever
 * the order in which they came.
 */
public final class Successions {
  private Successions() {}

  /** The id of the handoff before this one by its format's rule. */
  public static Optional<String> predecessor(Place place, Lanes lanes) {
    if (!place.follows()) {
      return Optional.empty();
    }
    return lanes
        .before(place.followed(), place.position())
        .filter(before -> isNext(place, before.position(), place.position()))
        .map(Lanes.Entry::id);
  }

  /** The id of the first of the handoffs whose predecessor this one is. */
  public static Optional<String> successor(Place place, Lanes lanes) {
    if (!place.mayBeFollowed()) {
      return Optional.empty();
    }
    Lane followers = new Lane(place.session(), Lane.Side.FOLLOWS, place.succession().offers());
    Optional<Lanes.Entry> follower =
        lanes
            .after(followers, place.position())
            .filter(after -> isNext(place, place.position(), after.position()));
    Optional<Lanes.Entry> nextOffered = lanes.after(place.offered(), place.position());
    return follower
        .filter(
            entry ->
                nextOffered.isEmpty()
                    || entry.position().compareTo(nextOffered.get().position()) <= 0)
        .map(Lanes.Entry::id);
  }

  /** The ids of those that may have gained or lost their successor by the arrival of this one. */
  public static List<String> neighbours(Place place, Lanes lanes) {
    List<String> neighbours = new ArrayList<>();
    if (place.mayBeFollowed()) {
      lanes
          .before(place.offered(), place.position())
          .ifPresent(entry -> neighbours.add(entry.id()));
    }
    if (place.follows()) {
      lanes
          .before(place.followed(), place.position())
          .ifPresent(entry -> neighbours.add(entry.id()));
    }
    return neighbours;
  }

  private static boolean isNext(Place place, LanePosition before, LanePosition after) {
    return !place.isByIteration() || before.major() + 1 == after.major();
  }
}
