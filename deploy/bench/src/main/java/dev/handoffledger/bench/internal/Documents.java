package dev.handoffledger.bench.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The documents of the corpus that artifacts are made from. */
public final class Documents {
  private Documents() {}

  /**
   * The bytes of a document.
   *
   * @param name of its file in the corpus
   */
  public static byte[] read(String name) {
    try (InputStream in = Documents.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("the benchmark has no document " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
