package dev.handoffledger.cli.internal.input;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Keeps the bytes that are read from it, up to a limit, until told to stop. */
final class RecordingInputStream extends FilterInputStream {
  private final int limit;
  private ByteArrayOutputStream recorded = new ByteArrayOutputStream();

  RecordingInputStream(InputStream in, int limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0 && recorded != null && recorded.size() < limit) {
      recorded.write(b);
    }
    return b;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = super.read(target, offset, length);
    if (count > 0 && recorded != null) {
      recorded.write(target, offset, Math.min(count, limit - recorded.size()));
    }
    return count;
  }

  void stop() {
    recorded = null;
  }

  byte[] recorded() {
    return recorded.toByteArray();
  }
}
