package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.SessionState;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
  private static final int MAX_NANO = 999_999_999;

  private RowKeys() {}

  // Rows by identity.

  static Bytes session(String session) {
    return new Writer().rest(session).key();
  }

  static Bytes handoff(String id) {
    return new Writer().rest(id).key();
  }

  static Bytes role(String role) {
    return new Writer().rest(role).key();
  }

  static Bytes position(int partition) {
    return new Writer().number(partition).key();
  }

  static Bytes answersOf(String handoffId) {
    return new Writer().text(handoffId).key();
  }

  static Bytes completingAnswersOf(String handoffId) {
    return new Writer().text(handoffId).octet(0).key();
  }

  static Bytes answer(String handoffId, boolean completes, String answerId) {
    return new Writer().text(handoffId).octet(completes ? 0 : 1).text(answerId).key();
  }

  // Rows of a session, by seq.

  static Bytes ofSession(String session) {
    return new Writer().text(session).key();
  }

  static Bytes fact(String session, long seq) {
    return new Writer().text(session).number(seq).key();
  }

  /** The key of a session's row that is not a fact's; it comes before those of all its facts. */
  static Bytes firstOpen(String session) {
    return new Writer().text(session).octet(0).key();
  }

  static long seqOfFact(String session, Bytes key) {
    return new Reader(key.get()).skip(ofSession(session)).number();
  }

  // Lanes.

  static Bytes lane(Lane lane) {
    return new Writer()
        .text(lane.session())
        .octet(lane.side() == Lane.Side.OFFERS ? 0 : 1)
        .text(lane.name())
        .key();
  }

  static Bytes inLane(Lane lane, LanePosition position) {
    return new Writer()
        .raw(lane(lane))
        .number(position.major())
        .fraction(position.minor())
        .rest(position.tieBreak())
        .key();
  }

  static LanePosition positionInLane(Lane lane, Bytes key) {
    Reader reader = new Reader(key.get()).skip(lane(lane));
    return new LanePosition(reader.number(), reader.fraction(), reader.rest());
  }

  // Open handoffs of a role, the oldest first.

  static Bytes openOf(String role) {
    return new Writer().text(role).key();
  }

  static Bytes open(String role, Instant recordedAt, String session, long seq) {
    return new Writer().text(role).time(recordedAt).text(session).number(seq).key();
  }

  static String roleOfOpen(Bytes key) {
    return new Reader(key.get()).text();
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
    return new Reader(place).time();
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
    return new Writer().text(format).key();
  }

  static Bytes sessionsOf(String format, SessionState state) {
    return new Writer().text(format).octet(state == SessionState.OPEN ? 0 : 1).key();
  }

  static Bytes sessionByTime(
      String format, SessionState state, Instant lastRecordedAt, String session) {
    return new Writer().raw(sessionsOf(format, state)).time(lastRecordedAt).rest(session).key();
  }

  static String formatOfSessionByTime(Bytes key) {
    return new Reader(key.get()).text();
  }

  /**
   * The time in a place.
   *
   * @param place what follows format and state in a key of {@link #sessionByTime}
   */
  static Instant timeOfPlaceAmongSessions(byte[] place) {
    return new Reader(place).time();
  }

  /**
   * The session in a place.
   *
   * @param place what follows format and state in a key of {@link #sessionByTime}
   */
  static String sessionOfPlaceAmongSessions(byte[] place) {
    Reader reader = new Reader(place);
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
    return new Writer().time(at).number(partition).number(offset).key();
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
    return new Writer().number(number).key().get();
  }

  static boolean isNumber(byte[] bytes) {
    return reads(bytes, Reader::number);
  }

  static long readNumber(byte[] bytes) {
    return new Reader(bytes).number();
  }

  static byte[] time(Instant time) {
    return new Writer().time(time).key().get();
  }

  /** A key followed by more bytes. */
  static Bytes append(Bytes key, byte[] more) {
    return new Writer().raw(key).raw(Bytes.wrap(more)).key();
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

  private interface Shape {
    void read(Reader reader);
  }

  private static boolean reads(byte[] bytes, Shape shape) {
    Reader reader = new Reader(bytes);
    try {
      shape.read(reader);
      return reader.isAtEnd();
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      return false;
    }
  }

  private static final class Writer {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(96);

    Writer text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      out.writeBytes(bytes);
      return this;
    }

    Writer number(long number) {
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array());
      return this;
    }

    Writer fraction(int nanos) {
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(nanos).array());
      return this;
    }

    Writer time(Instant time) {
      return number(time.getEpochSecond()).fraction(time.getNano());
    }

    Writer octet(int octet) {
      out.write(octet);
      return this;
    }

    Writer raw(Bytes bytes) {
      out.writeBytes(bytes.get());
      return this;
    }

    /** A text that ends the key. */
    Writer rest(String text) {
      out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    Bytes key() {
      return Bytes.wrap(out.toByteArray());
    }
  }

  private static final class Reader {
    private final ByteBuffer in;

    Reader(byte[] bytes) {
      in = ByteBuffer.wrap(bytes);
    }

    Reader skip(Bytes beginning) {
      in.position(in.position() + beginning.get().length);
      return this;
    }

    String text() {
      int length = in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("the text of a key ends after the key");
      }
      return utf8(length);
    }

    String rest() {
      return utf8(in.remaining());
    }

    long number() {
      return in.getLong() ^ Long.MIN_VALUE;
    }

    int fraction() {
      int nanos = in.getInt();
      if (nanos < 0 || nanos > MAX_NANO) {
        throw new IllegalArgumentException("not a fraction of a second");
      }
      return nanos;
    }

    Instant time() {
      long seconds = number();
      int nanos = fraction();
      if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
        throw new IllegalArgumentException("not a time");
      }
      return Instant.ofEpochSecond(seconds, nanos);
    }

    boolean isAtEnd() {
      return !in.hasRemaining();
    }

    private String utf8(int length) {
      byte[] bytes = new byte[length];
      in.get(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
