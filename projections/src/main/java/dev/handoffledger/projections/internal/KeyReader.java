package dev.handoffledger.projections.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

/** Takes a key apart that a {@link KeyWriter} put together. */
final class KeyReader {
  private static final int MAX_NANO = 999_999_999;

  private final ByteBuffer in;

  KeyReader(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  KeyReader skip(Bytes beginning) {
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

  int octet() {
    return in.get();
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
