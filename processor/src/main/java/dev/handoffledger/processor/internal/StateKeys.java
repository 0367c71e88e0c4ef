package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Candidate;
import dev.handoffledger.processor.decide.Deadline;
import dev.handoffledger.processor.decide.Reference;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.wire.Child;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the stores: a table's letter, then its parts, most significant first. Texts are
 * length-prefixed, since an id may contain any character; times and numbers are big-endian with the
 * sign bit flipped, so that bytes sort as values do.
 */
final class StateKeys {
  private static final int HASH_LENGTH = 32;
  private static final int TIME_LENGTH = Long.BYTES + Integer.BYTES;

  private StateKeys() {}

  /** All keys that start with the same bytes. */
  record Range(Bytes from, Bytes to) {
    static Range ofPrefix(Builder prefix) {
      byte[] from = prefix.bytes();
      // No key is longer than its prefix by more than this many bytes of 0xff.
      byte[] to = Arrays.copyOf(from, from.length + TIME_LENGTH + HASH_LENGTH + 1);
      Arrays.fill(to, from.length, to.length, (byte) 0xff);
      return new Range(Bytes.wrap(from), Bytes.wrap(to));
    }
  }

  static Bytes head(String session) {
    return new Builder('s').text(session).key();
  }

  static Bytes handoff(RowKey key) {
    return new Builder('h').text(key.session()).text(key.row()).key();
  }

  static Bytes candidate(Candidate candidate) {
    return candidates(candidate.session(), candidate.kind())
        .time(candidate.time())
        .hash(candidate.id().substring("sha256:".length()))
        .key();
  }

  static Range candidatesUpTo(String session, String kind, Instant time) {
    return new Range(
        candidates(session, kind).key(), candidates(session, kind).time(time).highest().key());
  }

  static Range candidatesAfter(String session, String kind, Instant time) {
    return new Range(
        candidates(session, kind).time(time).highest().key(),
        Range.ofPrefix(candidates(session, kind)).to());
  }

  /** The candidate that a key of the table stands for. */
  static Candidate candidate(String session, String kind, Bytes key) {
    int timeAt = candidates(session, kind).bytes().length;
    ByteBuffer buffer = ByteBuffer.wrap(key.get(), timeAt, key.get().length - timeAt);
    Instant time = Instant.ofEpochSecond(buffer.getLong() ^ Long.MIN_VALUE, buffer.getInt());
    byte[] hash = new byte[HASH_LENGTH];
    buffer.get(hash);
    return new Candidate(session, kind, time, "sha256:" + HexFormat.of().formatHex(hash));
  }

  private static Builder candidates(String session, String kind) {
    return new Builder('c').text(session).text(kind);
  }

  static Bytes rawHash(String session, String kind, String rawHash) {
    return new Builder('w').text(session).text(kind).hash(rawHash).key();
  }

  static Bytes reference(Reference reference) {
    ParentReference parent = reference.parent();
    Builder key;
    if (parent.naturalKey() != null) {
      key = toNaturalKey(parent.session(), parent.naturalKey());
    } else if (parent.hash() != null) {
      key = toHash(parent.session(), parent.kind(), parent.hash());
    } else {
      key = byTime(parent.session(), parent.kind()).time(reference.child().time());
    }
    return key.text(reference.child().session()).text(reference.child().row()).key();
  }

  /** The references by time whose child's time is in {@code [from, to)}. */
  static Range referencesBetween(String session, String kind, Instant from, Instant to) {
    return new Range(byTime(session, kind).time(from).key(), byTime(session, kind).time(to).key());
  }

  static Range referencesToHash(String session, String kind, String hash) {
    return Range.ofPrefix(toHash(session, kind, hash));
  }

  static Range referencesToNaturalKey(String session, String naturalKey) {
    return Range.ofPrefix(toNaturalKey(session, naturalKey));
  }

  private static Builder byTime(String session, String kind) {
    return new Builder('t').text(session).text(kind);
  }

  private static Builder toHash(String session, String kind, String hash) {
    return new Builder('m').text(session).text(kind).hash(hash);
  }

  private static Builder toNaturalKey(String session, String naturalKey) {
    return new Builder('k').text(session).text(naturalKey);
  }

  static Bytes unjudged(Reference reference) {
    return unjudged(reference.parent().session(), reference.parent().kind())
        .text(reference.child().session())
        .text(reference.child().row())
        .key();
  }

  static Range unjudgedReferences(String session, String kind) {
    return Range.ofPrefix(unjudged(session, kind));
  }

  private static Builder unjudged(String session, String kind) {
    return new Builder('u').text(session).text(kind);
  }

  static Bytes awaiting(RowKey child) {
    return new Builder('a').text(child.session()).text(child.row()).key();
  }

  static Bytes deadline(Deadline deadline) {
    return new Builder('d')
        .time(deadline.at())
        .octet(deadline.what().ordinal())
        .text(deadline.row().session())
        .text(deadline.row().row())
        .key();
  }

  /** The deadlines at or before a time, the earliest first. */
  static Range deadlinesUpTo(Instant time) {
    return new Range(new Builder('d').key(), new Builder('d').time(time).highest().key());
  }

  static Bytes lease(RowKey key) {
    return new Builder('l').text(key.session()).text(key.row()).key();
  }

  static Bytes criteria(RowKey key) {
    return new Builder('e').text(key.session()).text(key.row()).key();
  }

  static Bytes sibling(RowKey parent, Child child) {
    return siblings(parent, child.kind()).text(child.session()).text(child.row()).key();
  }

  static Range siblingsOf(RowKey parent, String kind) {
    return Range.ofPrefix(siblings(parent, kind));
  }

  private static Builder siblings(RowKey parent, String kind) {
    return new Builder('n').text(parent.session()).text(parent.row()).text(kind);
  }

  static Bytes inLane(Lane lane, LanePosition position) {
    return lane(lane)
        .number(position.major())
        .number(position.minor())
        .raw(position.tieBreak().getBytes(StandardCharsets.UTF_8))
        .key();
  }

  static Bytes beginningOf(Lane lane) {
    return lane(lane).key();
  }

  /** Above every position of a lane. */
  static Bytes endOf(Lane lane) {
    byte[] end = new byte[2 * Long.BYTES + 1];
    Arrays.fill(end, (byte) 0xff);
    return lane(lane).raw(end).key();
  }

  /** The position that a key of the lane stands for. */
  static LanePosition position(Lane lane, Bytes key) {
    int at = lane(lane).bytes().length;
    ByteBuffer buffer = ByteBuffer.wrap(key.get(), at, key.get().length - at);
    long major = buffer.getLong() ^ Long.MIN_VALUE;
    int minor = (int) (buffer.getLong() ^ Long.MIN_VALUE);
    return new LanePosition(major, minor, StandardCharsets.UTF_8.decode(buffer).toString());
  }

  private static Builder lane(Lane lane) {
    return new Builder('o').text(lane.session()).octet(lane.side().ordinal()).text(lane.name());
  }

  static Bytes held(RowKey key) {
    return new Builder('b').text(key.session()).text(key.row()).key();
  }

  static Bytes waitingRoute(String role, Instant recordedAt, String session, long seq) {
    return new Builder('r').text(role).time(recordedAt).text(session).number(seq).key();
  }

  static Range waitingRoutes(String role) {
    return Range.ofPrefix(new Builder('r').text(role));
  }

  static Range waitingRoutes() {
    return Range.ofPrefix(new Builder('r'));
  }

  /** Parts of a key, one after the other. */
  private static final class Builder {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(96);

    Builder(char table) {
      out.write(table);
    }

    Builder text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length > 0xfffe) {
        throw new IllegalArgumentException("a text of a key is too long: " + bytes.length);
      }
      out.write(bytes.length >>> 8);
      out.write(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    Builder time(Instant time) {
      out.writeBytes(
          ByteBuffer.allocate(TIME_LENGTH)
              .putLong(time.getEpochSecond() ^ Long.MIN_VALUE)
              .putInt(time.getNano())
              .array());
      return this;
    }

    Builder octet(int octet) {
      out.write(octet);
      return this;
    }

    Builder raw(byte[] bytes) {
      out.writeBytes(bytes);
      return this;
    }

    Builder number(long number) {
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array());
      return this;
    }

    Builder hash(String hex) {
      out.writeBytes(HexFormat.of().parseHex(hex));
      return this;
    }

    /** Above every key that goes on from here with a text or a hash. */
    Builder highest() {
      byte[] highest = new byte[HASH_LENGTH + 1];
      Arrays.fill(highest, (byte) 0xff);
      out.writeBytes(highest);
      return this;
    }

    byte[] bytes() {
      return out.toByteArray();
    }

    Bytes key() {
      return Bytes.wrap(bytes());
    }
  }
}
