package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.input.InputPart;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import java.util.List;

/** Reads artifacts on this machine. Making one compiles the schemas, which takes a moment. */
final class ArtifactReader {
  private final HandoffReader reader = new HandoffReader();

  Reading read(InputPart.Document document) {
    return reader.read(document.bytes());
  }

  /** The readings of a part's artifacts, in their order; none of an artifact that was not read. */
  List<Reading> readings(InputPart part) {
    if (part instanceof InputPart.Document document) {
      return List.of(read(document));
    }
    if (part instanceof InputPart.Lines lines) {
      return lines.lines().stream().map(this::read).toList();
    }
    return List.of();
  }
}
