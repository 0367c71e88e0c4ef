package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Link;
import java.time.Duration;

/**
 * Which handoffs wait for their parent before they are routed, and how long.
 *
 * @param holds which handoffs wait
 * @param time how long at most
 */
public record HoldPolicy(Holds holds, Duration time) {
  /**
   * How much longer the word of the parent's partition is waited for, which says what became of the
   * wait there.
   */
  static final Duration ANSWER_TIME = Duration.ofSeconds(2);

  /** Which handoffs wait for their parent. */
  public enum Holds {
    /** Those that name their parent's content by hash. */
    HASH,
    /** Those that declare a parent. */
    DECLARED,
    NONE
  }

  public static final HoldPolicy DEFAULT = new HoldPolicy(Holds.HASH, Duration.ofSeconds(5));

  boolean holds(Reference reference, Link link) {
    if (link.status() != Link.Status.PENDING) {
      return false;
    }
    return switch (holds) {
      case HASH -> reference.byHash();
      case DECLARED -> true;
      case NONE -> false;
    };
  }
}
