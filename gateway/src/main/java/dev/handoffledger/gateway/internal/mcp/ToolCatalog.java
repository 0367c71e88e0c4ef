package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;

/** What {@code tools.json} tells agents of the tools. */
final class ToolCatalog {
  private static final String PROPERTIES = "properties";

  private final JsonNode tools = Texts.json("tools.json");
  private final ObjectMapper json;

  ToolCatalog(ObjectMapper json) {
    this.json = json;
  }

  /** The names of a tool's arguments. */
  String[] arguments(String tool) {
    return input(tool).path(PROPERTIES).properties().stream()
        .map(Map.Entry::getKey)
        .toArray(String[]::new);
  }

  McpSchema.Tool describe(String tool) {
    JsonNode entry = entry(tool);
    boolean readOnly = entry.path("readOnly").booleanValue();
    return McpSchema.Tool.builder(tool, map(input(tool)))
        .title(entry.path("title").textValue())
        .description(entry.path("description").textValue())
        .outputSchema(map(output(tool)))
        .annotations(
            McpSchema.ToolAnnotations.builder()
                .title(entry.path("title").textValue())
                .readOnlyHint(readOnly)
                .destructiveHint(false)
                .idempotentHint(entry.path("idempotent").booleanValue())
                .openWorldHint(false)
                .build())
        .build();
  }

  private ObjectNode input(String tool) {
    ObjectNode schema = entry(tool).path("input").deepCopy();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.withObject(PROPERTIES);
    properties
        .putObject(ToolCall.MAX_CHARS)
        .put("type", "integer")
        .put("minimum", Budget.LEAST)
        .put("maximum", Budget.MOST)
        .put(
            "description",
            "The most characters of the answer's JSON (default " + Budget.DEFAULT + ").");
    if (continues(tool)) {
      properties
          .putObject(ToolCall.CURSOR)
          .put("type", "string")
          .put("description", "next_cursor of an answer that was cut.");
    }
    return schema;
  }

  private ObjectNode output(String tool) {
    ObjectNode schema = entry(tool).path("output").deepCopy();
    schema.put("type", "object");
    ObjectNode properties = schema.withObject(PROPERTIES);
    properties.putObject("notice").put("type", "string");
    properties
        .putObject("part")
        .put("type", "object")
        .put(
            "description",
            "Which part of member is given: items from to to of an array, or text, the characters"
                + " from to to of its JSON (of its item, if item is there).");
    properties
        .putObject("more")
        .put("type", "string")
        .put("description", "There if the answer was cut; says how to get the rest.");
    properties.putObject("next_cursor").put("type", "string");
    return schema;
  }

  private boolean continues(String tool) {
    return entry(tool).path("continues").booleanValue();
  }

  private JsonNode entry(String tool) {
    JsonNode entry = tools.path(tool);
    if (!entry.isObject()) {
      throw new IllegalStateException("tools.json does not tell of " + tool);
    }
    return entry;
  }

  private Map<String, Object> map(ObjectNode schema) {
    return json.convertValue(
        schema, json.getTypeFactory().constructMapType(Map.class, String.class, Object.class));
  }
}
