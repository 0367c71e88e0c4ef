package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.SessionState;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of all stores, whose byte order is the order that the stores are read in.
 *
 * <p>A text before the end of a key has its length in front, so that no text, whatever characters
 * it has, can be taken for the beginning of another. A number has eight bytes, a time twelve, both
 * with the sign bit flipped, so that what is less comes first, negative ones included.
 */
final class RowKeys {
  private RowKeys() {}

  // Rows by identity.

  static Bytes session(String session) {
    return new KeyWriter().rest(session).key();
  }

  static Bytes handoff(String id) {
    return new KeyWriter().rest(id).key();
  }

  static Bytes role(String role) {
    return new KeyWriter().rest(role).key();
  }

  static Bytes position(int partition) {
    return new KeyWriter().number(partition).key();
  }

  static Bytes answersOf(String handoffId) {
    return new KeyWriter().text(handoffId).key();
  }

  static Bytes completingAnswersOf(String handoffId) {
    return new KeyWriter().text(handoffId).octet(0).key();
  }

  static Bytes answer(String handoffId, boolean completes, String answerId) {
    return new KeyWriter().text(handoffId).octet(completes ? 0 : 1).text(answerId).key();
  }

  // Rows of a session, by seq.

  static Bytes ofSession(String session) {
    return new KeyWriter().text(session).key();
  }

  static Bytes fact(String session, long seq) {
    return new KeyWriter().text(session).number(seq).key();
  }

  /** The key of a session's row that is not a fact's; it comes before those of all its facts. */
  static Bytes firstOpen(String session) {
    return new KeyWriter().text(session).octet(0).key();
  }

  static long seqOfFact(String session, Bytes key) {
    return new KeyReader(key.get()).skip(ofSession(session)).number();
  }

  // Lanes.

  static Bytes lane(Lane lane) {
    return new KeyWriter()
        .text(lane.session())
        .octet(lane.side() == Lane.Side.OFFERS ? 0 : 1)
        .text(lane.name())
        .key();
  }

  static Bytes inLane(Lane lane, LanePosition position) {
    return new KeyWriter()
        .raw(lane(lane))
        .number(position.major())
        .fraction(position.minor())
        .rest(position.tieBreak())
        .key();
  }

  static LanePosition positionInLane(Lane lane, Bytes key) {
    KeyReader reader = new KeyReader(key.get()).skip(lane(lane));
    return new LanePosition(reader.number(), reader.fraction(), reader.rest());
  }

  // Open handoffs of a role, the oldest first.

  static Bytes openOf(String role) {
    return new KeyWriter().text(role).key();
  }

  static Bytes open(String role, Instant recordedAt, String session, long seq) {
    return new KeyWriter().text(role).time(recordedAt).text(session).number(seq).key();
  }

  static String roleOfOpen(Bytes key) {
    return new KeyReader(key.get()).text();
  }

  /** What follows the role in a key of {@link #open}. */
  static byte[] placeAmongOpen(String role, Bytes key) {
    return Arrays.copyOfRange(key.get(), openOf(role).get().length, key.get().length);
  }

  /**
   * The time in a place.
   *
   * @param place what follows the role in a key of {@link #open}
   */
  static Instant timeOfPlaceAmongOpen(byte[] place) {
    return new KeyReader(place).time();
  }

  /** Whether bytes are what follows the role in a key of {@link #open}. */
  static boolean isPlaceAmongOpen(byte[] bytes) {
    return reads(
        bytes,
        reader -> {
          reader.time();
          reader.text();
          reader.number();
        });
  }

  // Sessions by the time of their newest fact.

  static Bytes sessionsOf(String format) {
    return new KeyWriter().text(format).key();
  }

  static Bytes sessionsOf(String format, SessionState state) {
    return new KeyWriter().text(format).octet(state == SessionState.OPEN ? 0 : 1).key();
  }

  static Bytes sessionByTime(
      String format, SessionState state, Instant lastRecordedAt, String session) {
    return new KeyWriter().raw(sessionsOf(format, state)).time(lastRecordedAt).rest(session).key();
  }

  static String formatOfSessionByTime(Bytes key) {
    return new KeyReader(key.get()).text();
  }

  /**
   * The time in a place.
   *
   * @param place what follows format and state in a key of {@link #sessionByTime}
   */
  static Instant timeOfPlaceAmongSessions(byte[] place) {
    return new KeyReader(place).time();
  }

  /**
   * The session in a place.
   *
   * @param place what follows format and state in a key of {@link #sessionByTime}
   */
  static String sessionOfPlaceAmongSessions(byte[] place) {
    KeyReader reader = new KeyReader(place);
    reader.time();
    return reader.rest();
  }

  /** Whether bytes are what follows format and state in a key of {@link #sessionByTime}. */
  static boolean isPlaceAmongSessions(byte[] bytes) {
    return reads(
        bytes,
        reader -> {
          reader.time();
          reader.rest();
        });
  }

  // Rejections by time.

  static Bytes rejection(Instant at, int partition, long offset) {
    return new KeyWriter().time(at).number(partition).number(offset).key();
  }

  static boolean isRejection(byte[] bytes) {
    return reads(
        bytes,
        reader -> {
          reader.time();
          reader.number();
          reader.number();
        });
  }

  // Parts of keys.

  static byte[] number(long number) {
    return new KeyWriter().number(number).key().get();
  }

  static boolean isNumber(byte[] bytes) {
    return reads(bytes, KeyReader::number);
  }

  static long readNumber(byte[] bytes) {
    return new KeyReader(bytes).number();
  }

  static byte[] time(Instant time) {
    return new KeyWriter().time(time).key().get();
  }

  /** A key followed by more bytes. */
  static Bytes append(Bytes key, byte[] more) {
    return new KeyWriter().raw(key).raw(Bytes.wrap(more)).key();
  }

  /** The least key that is greater than this one. */
  static Bytes justAfter(Bytes key) {
    return append(key, new byte[1]);
  }

  /**
   * The least key that is greater than every key with this one as its beginning. No row may have
   * it, since the ranges of stores include their end: a row's key goes on after every beginning
   * that is asked for.
   */
  static Bytes afterAllOf(Bytes prefix) {
    byte[] bytes = prefix.get().clone();
    int last = bytes.length - 1;
    while (last >= 0 && bytes[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("no key is greater than all that start like this one");
    }
    bytes[last]++;
    return Bytes.wrap(Arrays.copyOf(bytes, last + 1));
  }

  interface Shape {
    void read(KeyReader reader);
  }

  static boolean reads(byte[] bytes, Shape shape) {
    KeyReader reader = new KeyReader(bytes);
    try {
      shape.read(reader);
      return reader.isAtEnd();
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      return false;
    }
  }
}
