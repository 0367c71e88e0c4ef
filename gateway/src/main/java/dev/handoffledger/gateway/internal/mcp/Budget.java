package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How long an answer may be: it is cut to that many characters, says so, and tells where it goes
 * on.
 *
 * @param maxChars of the answer as {@link SafeJson}
 * @param onwards one sentence for whoever was given a cut answer
 * @param continued whether a cursor leads to the rest
 */
record Budget(int maxChars, String onwards, boolean continued) {
  static final int DEFAULT = 16_000;
  static final int LEAST = 4_000;
  static final int MOST = 200_000;

  private static final String SAME_CALL =
      "There is more: call again with the same arguments and cursor set to next_cursor.";

  /** For a tool that may be called again for the rest. */
  static Budget ofCall(int maxChars) {
    return new Budget(maxChars, SAME_CALL, true);
  }

  /** For a call that is not to be made again: another one gives the rest. */
  static Budget continuedBy(int maxChars, String onwards) {
    return new Budget(maxChars, onwards, true);
  }

  /** For an answer of which the rest is not to be had. */
  static Budget cutting(int maxChars, String onwards) {
    return new Budget(maxChars, onwards, false);
  }

  /**
   * As much of an answer as there is room for.
   *
   * <p>Members and items of arrays are given whole where that is possible; a text that is longer
   * than an answer may be is given in parts, as the member {@code part}, which put together are its
   * JSON.
   *
   * @param from where an earlier answer ended, or null to begin
   */
  ObjectNode fit(Answer answer, Cursor from) {
    return new Filling(this, answer).from(from);
  }
}
