package dev.handoffledger.cli.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes the lines of a replay. */
public interface ReplayListener {
  /** The replay has begun, and will end with a position. */
  void begun(String end);

  /**
   * A line.
   *
   * @return whether more is wanted
   */
  boolean line(ObjectNode line);
}
