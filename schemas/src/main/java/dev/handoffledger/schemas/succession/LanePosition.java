package dev.handoffledger.schemas.succession;

import dev.handoffledger.schemas.Succession;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

/**
 * Where a handoff stands in the lanes of its session.
 *
 * @param major seconds since the epoch, or the iteration
 * @param minor nanoseconds of the second, or 0
 * @param tieBreak orders handoffs of equal time, compared as UTF-8 bytes
 */
public record LanePosition(long major, int minor, String tieBreak)
    implements Comparable<LanePosition> {
  private static final Comparator<LanePosition> ORDER =
      Comparator.comparingLong(LanePosition::major)
          .thenComparingInt(LanePosition::minor)
          .thenComparing(
              position -> position.tieBreak().getBytes(StandardCharsets.UTF_8),
              Arrays::compareUnsigned);

  public LanePosition {
    Objects.requireNonNull(tieBreak);
  }

  /** The position of a handoff with a succession. */
  public static LanePosition of(Succession succession, Instant own, Instant recordedAt) {
    if (succession.order() == Succession.Order.ITERATION) {
      return new LanePosition(succession.iteration(), 0, succession.tieBreak());
    }
    Instant time = OwnTime.inSuccession(own, recordedAt);
    return new LanePosition(time.getEpochSecond(), time.getNano(), succession.tieBreak());
  }

  @Override
  public int compareTo(LanePosition other) {
    return ORDER.compare(this, other);
  }
}
