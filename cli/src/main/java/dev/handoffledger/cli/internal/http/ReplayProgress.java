package dev.handoffledger.cli.internal.http;

import java.util.Arrays;

/** How much of a replay is behind, told from ledger positions ({@code 0:12,1:7}). */
public final class ReplayProgress {
  private final long end;
  private Long start;
  private long now;

  /**
   * @param end the position with which the replay ends
   */
  public ReplayProgress(String end) {
    this.end = offsets(end);
  }

  /** The replay has come to a position. */
  public void reached(String position) {
    now = offsets(position);
    if (start == null) {
      start = now;
    }
  }

  /** In per cent, 0 to 100. */
  public int percent() {
    long all = start == null ? 0 : end - start;
    return all <= 0 ? 100 : (int) Math.max(0, Math.min(100, (now - start) * 100 / all));
  }

  /** How many offsets come up to a position; 0 for a text that is none. */
  private static long offsets(String position) {
    return Arrays.stream(position.split(",", -1))
        .filter(part -> part.matches("[0-9]{1,9}:[0-9]{1,17}"))
        .mapToLong(part -> Long.parseLong(part.substring(part.indexOf(':') + 1)) + 1)
        .sum();
  }
}
