package dev.handoffledger.cli.internal.input;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** A part of the input that is published with one request. */
public sealed interface InputPart {

  /** How users see the artifacts of this part, one name an artifact. */
  List<String> names();

  /**
   * One artifact.
   *
   * @param name the file's, or {@code -}; with {@code :} and the number if it is a line
   * @param bytes as they are in the file
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  record Document(String name, byte[] bytes) implements InputPart {
    @Override
    public List<String> names() {
      return List.of(name);
    }
  }

  /** An artifact larger than any that the ledger takes; it was not read. */
  record Oversized(String name) implements InputPart {
    @Override
    public List<String> names() {
      return List.of(name);
    }
  }

  /** Successive lines of NDJSON, none of them blank. */
  record Lines(List<Document> lines) implements InputPart {
    public Lines {
      lines = List.copyOf(lines);
    }

    @Override
    public List<String> names() {
      return lines.stream().map(Document::name).toList();
    }

    /** The lines as one NDJSON body. */
    public byte[] body() {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      for (Document line : lines) {
        body.writeBytes(line.bytes());
        body.write('\n');
      }
      return body.toByteArray();
    }
  }
}
