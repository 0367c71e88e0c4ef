package dev.handoffledger.projections.fold;

import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * What the facts of a session add up to.
 *
 * @param facts the seq of the newest fact in this row
 * @param handoffs how many handoffs were recorded
 * @param firstRecordedAt when its first fact was recorded
 * @param lastRecordedAt when its newest fact was recorded
 * @param start where a reader should start, or null while no handoff was recorded
 * @param chain of the newest fact
 */
public record SessionRow(
    String session,
    long facts,
    long handoffs,
    Instant firstRecordedAt,
    Instant lastRecordedAt,
    Start start,
    String chain) {

  /**
   * The handoff a reader should start from: a baton before any other, then the newest.
   *
   * @param time as far as the artifact's own time is believed
   */
  public record Start(String id, boolean baton, Instant time, long seq)
      implements Comparable<Start> {
    private static final Comparator<Start> ORDER =
        Comparator.comparing(Start::baton).thenComparing(Start::time).thenComparingLong(Start::seq);

    public Start {
      Objects.requireNonNull(id);
      Objects.requireNonNull(time);
    }

    @Override
    public int compareTo(Start other) {
      return ORDER.compare(this, other);
    }
  }

  public SessionRow {
    Objects.requireNonNull(session);
    Objects.requireNonNull(firstRecordedAt);
    Objects.requireNonNull(lastRecordedAt);
    Objects.requireNonNull(chain);
  }

  /** The format that the session's name starts with. */
  public String format() {
    int slash = session.indexOf('/');
    return slash < 0 ? session : session.substring(0, slash);
  }
}
