package dev.handoffledger.cli.internal.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines of bytes and never keeps more of a line than is allowed. */
public final class LineReader {

  /**
   * A line as it came.
   *
   * @param number from 1
   * @param bytes without the line's end; null if the line is longer than allowed
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  public record Line(int number, byte[] bytes) {
    /** Whether the server, too, passes the line over. */
    boolean isBlank() {
      if (bytes == null) {
        return false;
      }
      for (byte b : bytes) {
        if (b != ' ' && b != '\t' && b != '\r') {
          return false;
        }
      }
      return true;
    }
  }

  private final InputStream in;
  private final int maxBytes;
  private int number;

  public LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** The next line, or null at the end. */
  Line next() throws IOException {
    int b = in.read();
    if (b < 0) {
      return null;
    }
    number++;
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    long length = 0;
    while (b >= 0 && b != '\n') {
      if (length++ <= maxBytes) {
        line.write(b);
      }
      b = in.read();
    }
    byte[] bytes = line.toByteArray();
    if (bytes.length > 0 && bytes[bytes.length - 1] == '\r') {
      bytes = Arrays.copyOf(bytes, bytes.length - 1);
    }
    return new Line(number, length > maxBytes ? null : bytes);
  }

  /** The next line that is not blank, or null at the end. */
  public Line nextNotBlank() throws IOException {
    Line line = next();
    while (line != null && line.isBlank()) {
      line = next();
    }
    return line;
  }
}
