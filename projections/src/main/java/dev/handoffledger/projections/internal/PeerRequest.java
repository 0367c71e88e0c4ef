package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;

/** A question of one instance of the projections to another. */
sealed interface PeerRequest {

  /** The first of some partitions whose store has a row of a key, and the row. */
  record Get(String store, List<Integer> partitions, Bytes key) implements PeerRequest {}

  /**
   * The first rows of a range, both of whose ends belong to it; null for no end.
   *
   * @param passed the key of a row that is left out, or null
   * @param limit how many rows at most
   */
  record Range(
      String store,
      int partition,
      Bytes from,
      Bytes to,
      Bytes passed,
      MergedRange.Direction direction,
      int limit)
      implements PeerRequest {}

  /** How far it has read. */
  record Position() implements PeerRequest {}

  /** Whether it has read that far, as soon as it has. */
  record AwaitPosition(LedgerPosition position, Duration atMost) implements PeerRequest {}

  /** Whether it has read a fact, as soon as it has. */
  record AwaitFact(String session, long seq, Duration atMost) implements PeerRequest {}

  /**
   * A question that a copy may answer, which may lack the newest changes.
   *
   * @param question for a row or a range
   */
  record OfCopy(PeerRequest question) implements PeerRequest {
    public OfCopy {
      if (!(question instanceof Get) && !(question instanceof Range)) {
        throw new IllegalArgumentException("a copy is asked for rows alone");
      }
    }
  }

  private static int code(PeerRequest request) {
    if (request instanceof Get) {
      return 1;
    }
    if (request instanceof Range) {
      return 2;
    }
    if (request instanceof Position) {
      return 3;
    }
    if (request instanceof OfCopy) {
      return 6;
    }
    return request instanceof AwaitPosition ? 4 : 5;
  }

  /** The bytes that {@link #read} takes. */
  static byte[] write(PeerRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(code(request));
      if (request instanceof Get get) {
        out.writeUTF(get.store());
        out.writeInt(get.partitions().size());
        for (int partition : get.partitions()) {
          out.writeInt(partition);
        }
        PeerBytes.write(out, get.key().get());
      } else if (request instanceof Range range) {
        out.writeUTF(range.store());
        out.writeInt(range.partition());
        for (Bytes key : Arrays.asList(range.from(), range.to(), range.passed())) {
          PeerBytes.write(out, key == null ? null : key.get());
        }
        out.writeBoolean(range.direction() == MergedRange.Direction.ASCENDING);
        out.writeInt(range.limit());
      } else if (request instanceof AwaitPosition await) {
        out.writeUTF(await.position().toString());
        out.writeLong(await.atMost().toNanos());
      } else if (request instanceof AwaitFact await) {
        out.writeUTF(await.session());
        out.writeLong(await.seq());
        out.writeLong(await.atMost().toNanos());
      } else if (request instanceof OfCopy copy) {
        out.write(write(copy.question()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a question.
   *
   * @throws IllegalArgumentException if these bytes are none
   */
  static PeerRequest read(byte[] question) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(question))) {
      return read(in);
    } catch (IOException e) {
      throw new IllegalArgumentException("no question", e);
    }
  }

  private static PeerRequest read(DataInputStream in) throws IOException {
    int code = in.readByte();
    return switch (code) {
      case 3 -> new Position();
      case 4 ->
          new AwaitPosition(LedgerPosition.parse(in.readUTF()), Duration.ofNanos(in.readLong()));
      case 5 -> new AwaitFact(in.readUTF(), in.readLong(), Duration.ofNanos(in.readLong()));
      case 6 -> new OfCopy(readRows(in.readByte(), in));
      default -> readRows(code, in);
    };
  }

  /** Apart, so that a question within a question cannot hold a third. */
  private static PeerRequest readRows(int code, DataInputStream in) throws IOException {
    return switch (code) {
      case 1 -> new Get(in.readUTF(), partitions(in), key(in));
      case 2 ->
          new Range(
              in.readUTF(),
              in.readInt(),
              key(in),
              key(in),
              key(in),
              in.readBoolean() ? MergedRange.Direction.ASCENDING : MergedRange.Direction.DESCENDING,
              in.readInt());
      default -> throw new IllegalArgumentException("an unknown question: " + code);
    };
  }

  private static List<Integer> partitions(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<Integer> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      partitions.add(in.readInt());
    }
    return partitions;
  }

  private static Bytes key(DataInputStream in) throws IOException {
    return Bytes.wrap(PeerBytes.read(in));
  }
}
