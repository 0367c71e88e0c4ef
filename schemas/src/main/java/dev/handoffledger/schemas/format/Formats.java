package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every format that the ledger knows. Making one compiles the schemas; share it. */
public final class Formats {
  private final List<HandoffFormat> inOrderOfRecognition;
  private final Map<String, HandoffFormat> byKind = new HashMap<>();

  public Formats() {
    SchemaLibrary library = new SchemaLibrary();
    inOrderOfRecognition =
        List.of(
            new LoopOpsPacketFormat(library),
            new LoopOpsEventFormat(library),
            new CodeLensFormat(library),
            new KxmFormat(library),
            new AceFormat(library),
            new CortexFormat(library));
    for (HandoffFormat format : inOrderOfRecognition) {
      format.kinds().forEach(kind -> byKind.put(kind.name(), format));
    }
  }

  public List<HandoffFormat> all() {
    return inOrderOfRecognition;
  }

  public List<Kind> kinds() {
    return inOrderOfRecognition.stream().flatMap(format -> format.kinds().stream()).toList();
  }

  /** The format that a document claims to be of. */
  public Optional<HandoffFormat> recognize(JsonNode document) {
    return inOrderOfRecognition.stream().filter(format -> format.recognizes(document)).findFirst();
  }

  /** The format that has a kind of that name. */
  public Optional<HandoffFormat> ofKind(String kind) {
    return Optional.ofNullable(byKind.get(kind));
  }
}
