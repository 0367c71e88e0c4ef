package dev.handoffledger.projections.internal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** Bytes, or null, within what instances of the projections tell each other. */
final class PeerBytes {
  private static final int NULL = -1;

  private PeerBytes() {}

  static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes == null ? NULL : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  static byte[] read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length == NULL) {
      return null;
    }
    if (length < 0 || length > in.available()) {
      throw new EOFException("cut within a row");
    }
    return in.readNBytes(length);
  }
}
