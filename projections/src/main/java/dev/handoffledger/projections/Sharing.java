package dev.handoffledger.projections;

import java.util.Objects;

/**
 * How an instance shares the partitions of a projection with others.
 *
 * @param address {@code host:port} under which the others reach what this one answers them (see
 *     {@link PeerQuestions})
 * @param secret that all instances know
 * @param standbys how many others keep a copy of each store
 * @param mostStandbyLag how many changes a copy may lack at most that answers while the store
 *     itself cannot
 */
public record Sharing(String address, PeerSecret secret, int standbys, long mostStandbyLag) {
  public static final int DEFAULT_STANDBYS = 1;
  public static final long DEFAULT_MOST_STANDBY_LAG = 10_000;

  public Sharing {
    Objects.requireNonNull(address);
    Objects.requireNonNull(secret);
    if (standbys < 0 || mostStandbyLag < 0) {
      throw new IllegalArgumentException("there are no fewer standbys than none, and no less lag");
    }
  }

  /** With the default number of standbys. */
  public static Sharing of(String address, PeerSecret secret) {
    return new Sharing(address, secret, DEFAULT_STANDBYS, DEFAULT_MOST_STANDBY_LAG);
  }
}
