package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.HandoffRow;
import dev.handoffledger.processor.decide.HeldHandoff;
import dev.handoffledger.processor.decide.Reference;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.processor.decide.SessionHead;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values of the stores, in a compact binary form that starts with its version. */
final class StateRows {
  private static final int VERSION = 1;
  private static final HexFormat HEX = HexFormat.of();
  private static final int HASH_LENGTH = 32;

  private StateRows() {}

  static byte[] encode(SessionHead head) {
    return write(
        out -> {
          out.writeLong(head.seq());
          out.write(HEX.parseHex(head.chain()));
          out.writeLong(head.recordedAt().toEpochMilli());
        });
  }

  static SessionHead head(byte[] bytes) {
    return read(
        bytes,
        in ->
            new SessionHead(
                in.readLong(),
                HEX.formatHex(in.readNBytes(HASH_LENGTH)),
                Instant.ofEpochMilli(in.readLong())));
  }

  static byte[] encode(HandoffRow row) {
    return write(
        out -> {
          writeId(out, row.id());
          out.writeUTF(row.kind());
          out.writeLong(row.seq());
          writeNullable(out, row.status());
          out.writeByte(row.copies());
          writeLink(out, row.link());
          out.writeLong(row.linkSeq());
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
                readLink(in),
                in.readLong()));
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

  static byte[] encode(RowKey key) {
    return write(
        out -> {
          out.writeUTF(key.session());
          out.writeUTF(key.row());
        });
  }

  static RowKey rowKey(byte[] bytes) {
    return read(bytes, in -> new RowKey(in.readUTF(), in.readUTF()));
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
    out.writeUTF(reference.child().session());
    out.writeUTF(reference.child().row());
    writeId(out, reference.childId());
    out.writeUTF(reference.childKind());
    writeTime(out, reference.childTime());
    writeTime(out, reference.holdUntil());
  }

  private static Reference readReference(DataInputStream in) throws IOException {
    ParentReference parent =
        new ParentReference(
            in.readUTF(), in.readUTF(), readNullable(in), readNullable(in), in.readBoolean());
    return new Reference(
        parent,
        new RowKey(in.readUTF(), in.readUTF()),
        readId(in),
        in.readUTF(),
        readTime(in),
        readTime(in));
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
        throw new IllegalStateException("a row of an unknown version: " + version);
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
