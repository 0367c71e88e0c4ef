package dev.handoffledger.projections.internal;

import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

/** The keys of the stores of chains. */
final class ChainKeys {
  private ChainKeys() {}

  static Bytes member(String id) {
    return new KeyWriter().rest(id).key();
  }

  /** Those of a chain that are directly below a name: a handoff's answers, or all of a session. */
  static Bytes below(String name) {
    return new KeyWriter().text(name).key();
  }

  static Bytes below(String name, String id) {
    return new KeyWriter().text(name).rest(id).key();
  }

  static String idBelow(String name, Bytes key) {
    return new KeyReader(key.get()).skip(below(name)).rest();
  }

  /** Where a chain was before. */
  static Bytes formerly(String name) {
    return new KeyWriter().text(name).key();
  }

  static Bytes formerly(String name, String place) {
    return new KeyWriter().text(name).rest(place).key();
  }

  static String placeFormerly(String name, Bytes key) {
    return new KeyReader(key.get()).skip(formerly(name)).rest();
  }

  /** The handoff of a session that is the earliest by its own time. */
  static Bytes earliest(String session) {
    return new KeyWriter().octet(0).rest(session).key();
  }

  /** The parent of a handoff, in a row that is small enough for a long way up. */
  static Bytes parent(String id) {
    return new KeyWriter().octet(1).rest(id).key();
  }

  /** That a chain, or what is below a handoff, has rejected work. */
  static Bytes rejected(String name) {
    return new KeyWriter().octet(2).rest(name).key();
  }

  static boolean isEarlier(Instant time, String id, Instant otherTime, String otherId) {
    int order = time.compareTo(otherTime);
    return order < 0 || (order == 0 && id.compareTo(otherId) < 0);
  }
}
