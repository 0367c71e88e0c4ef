package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;

/** The answers to each kind of {@link PeerRequest}, and their bytes. */
final class PeerReply {
  private PeerReply() {}

  /**
   * Rows of a range.
   *
   * @param more whether the range has further rows
   */
  record Rows(List<KeyValue<Bytes, byte[]>> rows, boolean more) {}

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private interface Reading<T> {
    T from(DataInputStream in) throws IOException;
  }

  static byte[] found(Optional<StoreAccess.Found> found) {
    return write(
        out -> {
          out.writeInt(found.map(StoreAccess.Found::partition).orElse(-1));
          PeerBytes.write(out, found.map(StoreAccess.Found::value).orElse(null));
        });
  }

  static Optional<StoreAccess.Found> readFound(byte[] reply) {
    return read(
        reply,
        in -> {
          int partition = in.readInt();
          byte[] value = PeerBytes.read(in);
          return value == null
              ? Optional.empty()
              : Optional.of(new StoreAccess.Found(partition, value));
        });
  }

  static byte[] rows(Rows rows) {
    return write(
        out -> {
          out.writeBoolean(rows.more());
          out.writeInt(rows.rows().size());
          for (KeyValue<Bytes, byte[]> row : rows.rows()) {
            PeerBytes.write(out, row.key.get());
            PeerBytes.write(out, row.value);
          }
        });
  }

  static Rows readRows(byte[] reply) {
    return read(
        reply,
        in -> {
          boolean more = in.readBoolean();
          int count = in.readInt();
          List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            rows.add(KeyValue.pair(Bytes.wrap(PeerBytes.read(in)), PeerBytes.read(in)));
          }
          return new Rows(rows, more);
        });
  }

  /**
   * What a copy answers.
   *
   * @param lag how many changes it may lack
   * @param reply as the original would give it
   */
  // The bytes are passed on; nobody compares two of these.
  @SuppressWarnings("ArrayRecordComponent")
  record OfCopy(long lag, byte[] reply) {}

  static byte[] ofCopy(OfCopy reply) {
    return write(
        out -> {
          out.writeLong(reply.lag());
          PeerBytes.write(out, reply.reply());
        });
  }

  static OfCopy readOfCopy(byte[] reply) {
    return read(reply, in -> new OfCopy(in.readLong(), PeerBytes.read(in)));
  }

  static byte[] position(LedgerPosition position) {
    return write(out -> out.writeUTF(position.toString()));
  }

  static LedgerPosition readPosition(byte[] reply) {
    return read(reply, in -> LedgerPosition.parse(in.readUTF()));
  }

  static byte[] reached(boolean reached) {
    return write(out -> out.writeBoolean(reached));
  }

  static boolean readReached(byte[] reply) {
    return read(reply, DataInputStream::readBoolean);
  }

  private static byte[] write(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static <T> T read(byte[] reply, Reading<T> reading) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(reply))) {
      return reading.from(in);
    } catch (IOException e) {
      throw new IllegalArgumentException("no answer", e);
    }
  }
}
