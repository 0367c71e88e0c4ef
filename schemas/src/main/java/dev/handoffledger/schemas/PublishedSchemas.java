package dev.handoffledger.schemas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON Schemas of the formats, as files. */
public final class PublishedSchemas {
  private static final String SUFFIX = ".json";
  private static final List<String> FILES =
      List.of(
          "ace-agent-state-handoff.1.0.0.json",
          "codelens-handoff-artifact.v1.json",
          "common.schema.json",
          "cortex-agent-handoff.json",
          "kxm-handoff-manifest.v1.json",
          "loopops-event.v1.json",
          "loopops-handoff-packet.v2.json");

  private PublishedSchemas() {}

  /** Each schema by the name of its file without {@code .json}; to be changed as one likes. */
  public static Map<String, ObjectNode> all() {
    Map<String, ObjectNode> schemas = new LinkedHashMap<>();
    for (String file : FILES) {
      schemas.put(file.substring(0, file.length() - SUFFIX.length()), SchemaLibrary.read(file));
    }
    return schemas;
  }
}
