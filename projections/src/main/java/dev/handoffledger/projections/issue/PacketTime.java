package dev.handoffledger.projections.issue;

import java.time.Instant;

/** Times as a packet prints them: RFC 3339 in UTC, with {@code Z}. */
final class PacketTime {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private PacketTime() {}

  static String print(Instant time) {
    // An offset can carry a time of RFC 3339 into a year of UTC that has not four digits.
    if (time.isBefore(FIRST)) {
      return FIRST.toString();
    }
    return (time.isAfter(LAST) ? LAST : time).toString();
  }
}
