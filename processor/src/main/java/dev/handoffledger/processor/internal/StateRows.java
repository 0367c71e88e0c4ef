package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Deadline;
import dev.handoffledger.processor.decide.HandoffRow;
import dev.handoffledger.processor.decide.HeldHandoff;
import dev.handoffledger.processor.decide.LeaseRow;
import dev.handoffledger.processor.decide.Reference;
import dev.handoffledger.processor.decide.ReferenceRow;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.processor.decide.SessionHead;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.succession.Place;
import dev.handoffledger.schemas.wire.Child;
import dev.handoffledger.schemas.wire.RelayEnvelope.Due;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.errors.ProcessorStateException;

/** The values of the stores, in a compact binary form that starts with its version. */
final class StateRows {
  private static final int VERSION = 3;
  private static final HexFormat HEX = HexFormat.of();
  private static final int HASH_LENGTH = 32;

  private StateRows() {}

  static byte[] encode(SessionHead head) {
    return write(
        out -> {
          out.writeLong(head.seq());
          out.write(HEX.parseHex(head.chain()));
          out.writeLong(head.recordedAt().toEpochMilli());
          out.writeBoolean(head.referredTo());
        });
  }

  static SessionHead head(byte[] bytes) {
    return read(
        bytes,
        in ->
            new SessionHead(
                in.readLong(),
                HEX.formatHex(in.readNBytes(HASH_LENGTH)),
                Instant.ofEpochMilli(in.readLong()),
                in.readBoolean()));
  }

  static byte[] encode(HandoffRow row) {
    return write(
        out -> {
          writeId(out, row.id());
          out.writeUTF(row.kind());
          out.writeLong(row.seq());
          writeNullable(out, row.status());
          out.writeByte(row.copies());
          out.writeBoolean(row.forRoles());
          writePlace(out, row.place());
          writeLink(out, row.link());
          out.writeLong(row.linkSeq());
          out.writeInt(row.answers());
          out.writeBoolean(row.completed());
        });
  }

  static HandoffRow handoff(byte[] bytes) {
    return read(
        bytes,
        in ->
            new HandoffRow(
                readId(in),
                in.readUTF(),
                in.readLong(),
                readNullable(in),
                in.readUnsignedByte(),
                in.readBoolean(),
                readPlace(in),
                readLink(in),
                in.readLong(),
                in.readInt(),
                in.readBoolean()));
  }

  static byte[] encode(LeaseRow row) {
    return write(
        out -> {
          out.writeInt(row.deliveries());
          out.writeBoolean(row.escalated());
          out.writeBoolean(row.current() != null);
          if (row.current() != null) {
            LeaseRow.Granted current = row.current();
            out.writeLong(current.token());
            out.writeUTF(current.holder());
            writeTime(out, current.since());
            writeTime(out, current.until());
            writeNullable(out, current.claimId());
          }
          out.writeByte(row.past().size());
          for (LeaseRow.Ended ended : row.past()) {
            out.writeLong(ended.token());
            out.writeUTF(ended.holder());
            writeTime(out, ended.at());
            out.writeUTF(ended.how());
          }
        });
  }

  static LeaseRow lease(byte[] bytes) {
    return read(
        bytes,
        in -> {
          int deliveries = in.readInt();
          boolean escalated = in.readBoolean();
          LeaseRow.Granted current =
              in.readBoolean()
                  ? new LeaseRow.Granted(
                      in.readLong(), in.readUTF(), readTime(in), readTime(in), readNullable(in))
                  : null;
          List<LeaseRow.Ended> past = new ArrayList<>();
          for (int left = in.readUnsignedByte(); left > 0; left--) {
            past.add(new LeaseRow.Ended(in.readLong(), in.readUTF(), readTime(in), in.readUTF()));
          }
          return new LeaseRow(current, deliveries, escalated, past);
        });
  }

  static byte[] encode(ReferenceRow row) {
    return write(
        out -> {
          writeReference(out, row.reference());
          writeLink(out, row.link());
        });
  }

  static ReferenceRow referenceRow(byte[] bytes) {
    return read(bytes, in -> new ReferenceRow(readReference(in), readLink(in)));
  }

  static byte[] encode(Child child) {
    return write(out -> writeChild(out, child));
  }

  static Child child(byte[] bytes) {
    return read(bytes, StateRows::readChild);
  }

  static byte[] encode(Deadline deadline) {
    return write(
        out -> {
          writeTime(out, deadline.at());
          out.writeUTF(deadline.what().name());
          out.writeUTF(deadline.session());
          out.writeUTF(deadline.row().session());
          out.writeUTF(deadline.row().row());
        });
  }

  static Deadline deadline(byte[] bytes) {
    return read(
        bytes,
        in ->
            new Deadline(
                readTime(in),
                Due.What.valueOf(in.readUTF()),
                in.readUTF(),
                new RowKey(in.readUTF(), in.readUTF())));
  }

  static byte[] encodeId(String id) {
    return write(out -> writeId(out, id));
  }

  static String id(byte[] bytes) {
    return read(bytes, StateRows::readId);
  }

  static byte[] encode(Reference reference) {
    return write(out -> writeReference(out, reference));
  }

  static Reference reference(byte[] bytes) {
    return read(bytes, StateRows::readReference);
  }

  static byte[] encode(HeldHandoff held) {
    return write(
        out -> {
          writeReference(out, held.reference());
          out.writeBoolean(held.routed());
          writeRecord(out, FactCodec.encode(held.recorded()));
        });
  }

  static HeldHandoff held(byte[] bytes) {
    return read(
        bytes,
        in -> {
          Reference reference = readReference(in);
          boolean routed = in.readBoolean();
          return new HeldHandoff(FactCodec.decode(readRecord(in)), reference, routed);
        });
  }

  static byte[] encode(LedgerRecord record) {
    return write(out -> writeRecord(out, record));
  }

  static LedgerRecord record(byte[] bytes) {
    return read(bytes, StateRows::readRecord);
  }

  private static void writeReference(DataOutputStream out, Reference reference) throws IOException {
    ParentReference parent = reference.parent();
    out.writeUTF(parent.session());
    out.writeUTF(parent.kind());
    writeNullable(out, parent.naturalKey());
    writeNullable(out, parent.hash());
    out.writeBoolean(parent.completes());
    writeChild(out, reference.child());
    writeTime(out, reference.holdUntil());
  }

  private static Reference readReference(DataInputStream in) throws IOException {
    ParentReference parent =
        new ParentReference(
            in.readUTF(), in.readUTF(), readNullable(in), readNullable(in), in.readBoolean());
    return new Reference(parent, readChild(in), readTime(in));
  }

  private static void writeChild(DataOutputStream out, Child child) throws IOException {
    out.writeUTF(child.session());
    out.writeUTF(child.row());
    writeId(out, child.id());
    out.writeUTF(child.kind());
    writeTime(out, child.time());
    writeNullable(out, child.publisher());
    writeNullable(out, child.claimToken());
    out.writeBoolean(child.evidence() != null);
    if (child.evidence() != null) {
      writeBytes(out, child.evidence().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Child readChild(DataInputStream in) throws IOException {
    return new Child(
        in.readUTF(),
        in.readUTF(),
        readId(in),
        in.readUTF(),
        readTime(in),
        readNullable(in),
        readNullable(in),
        in.readBoolean() ? new String(readBytes(in), StandardCharsets.UTF_8) : null);
  }

  private static void writePlace(DataOutputStream out, Place place) throws IOException {
    out.writeBoolean(place != null);
    if (place == null) {
      return;
    }
    Succession succession = place.succession();
    out.writeUTF(place.session());
    writeNullable(out, succession.offers());
    writeNullable(out, succession.follows());
    out.writeUTF(succession.order().name());
    out.writeLong(succession.iteration());
    out.writeUTF(succession.tieBreak());
    out.writeBoolean(succession.shownAsLink());
    out.writeLong(place.position().major());
    out.writeInt(place.position().minor());
  }

  private static Place readPlace(DataInputStream in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    String session = in.readUTF();
    Succession succession =
        new Succession(
            readNullable(in),
            readNullable(in),
            Succession.Order.valueOf(in.readUTF()),
            in.readLong(),
            in.readUTF(),
            in.readBoolean());
    LanePosition position = new LanePosition(in.readLong(), in.readInt(), succession.tieBreak());
    return new Place(session, succession, position);
  }

  private static void writeLink(DataOutputStream out, Link link) throws IOException {
    out.writeUTF(link.status().name());
    out.writeUTF(link.by().name());
    out.writeBoolean(link.verified());
    out.writeBoolean(link.ambiguous());
    out.writeBoolean(link.parent() != null);
    if (link.parent() != null) {
      writeId(out, link.parent());
    }
    writeNullable(out, link.parentSession());
    writeNullable(out, link.parentKind());
  }

  private static Link readLink(DataInputStream in) throws IOException {
    Link.Status status = Link.Status.valueOf(in.readUTF());
    Link.By by = Link.By.valueOf(in.readUTF());
    boolean verified = in.readBoolean();
    boolean ambiguous = in.readBoolean();
    String parent = in.readBoolean() ? readId(in) : null;
    return new Link(status, by, parent, readNullable(in), readNullable(in), verified, ambiguous);
  }

  private static void writeRecord(DataOutputStream out, LedgerRecord record) throws IOException {
    out.writeUTF(record.key());
    out.writeLong(record.timestamp());
    out.writeInt(record.headers().size());
    for (Map.Entry<String, String> header : record.headers().entrySet()) {
      out.writeUTF(header.getKey());
      writeBytes(out, header.getValue().getBytes(StandardCharsets.UTF_8));
    }
    writeBytes(out, record.value());
  }

  private static LedgerRecord readRecord(DataInputStream in) throws IOException {
    String key = in.readUTF();
    long timestamp = in.readLong();
    int count = in.readInt();
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put(in.readUTF(), new String(readBytes(in), StandardCharsets.UTF_8));
    }
    return new LedgerRecord(key, headers, readBytes(in), timestamp);
  }

  private static void writeId(DataOutputStream out, String id) throws IOException {
    out.write(HEX.parseHex(id.substring("sha256:".length())));
  }

  private static String readId(DataInputStream in) throws IOException {
    return "sha256:" + HEX.formatHex(in.readNBytes(HASH_LENGTH));
  }

  private static void writeTime(DataOutputStream out, Instant time) throws IOException {
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
  }

  private static Instant readTime(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  private static void writeNullable(DataOutputStream out, String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  private static String readNullable(DataInputStream in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  private static byte[] write(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(160);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      writer.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static <T> T read(byte[] bytes, Reader<T> reader) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        // Not the fault of what is being decided on, so it must stop the processor.
        throw new ProcessorStateException(
            "the state is of another build: its rows have version %d where this one writes %d; start with an empty data folder"
                .formatted(version, VERSION));
      }
      return reader.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }
}
