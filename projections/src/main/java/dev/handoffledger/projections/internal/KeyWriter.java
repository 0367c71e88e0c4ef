package dev.handoffledger.projections.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

/** Puts a key together; {@link RowKeys} says what its parts look like. */
final class KeyWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(96);

  KeyWriter text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    out.writeBytes(bytes);
    return this;
  }

  KeyWriter number(long number) {
    out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array());
    return this;
  }

  KeyWriter fraction(int nanos) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(nanos).array());
    return this;
  }

  KeyWriter time(Instant time) {
    return number(time.getEpochSecond()).fraction(time.getNano());
  }

  KeyWriter octet(int octet) {
    out.write(octet);
    return this;
  }

  KeyWriter raw(Bytes bytes) {
    out.writeBytes(bytes.get());
    return this;
  }

  /** A text that ends the key. */
  KeyWriter rest(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  Bytes key() {
    return Bytes.wrap(out.toByteArray());
  }
}
