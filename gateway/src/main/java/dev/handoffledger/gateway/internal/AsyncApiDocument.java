package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.PublishedSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The AsyncAPI document with the formats' schemas in it. The file in the sources refers to them by
 * their names; here they are added from where the ledger itself reads them, with references that
 * stay in the document, so that whoever has it needs nothing else.
 */
final class AsyncApiDocument {
  private static final String COMPONENTS = "#/components/schemas/";
  private static final String SUFFIX = ".json";

  private AsyncApiDocument() {}

  static byte[] bundled(byte[] document) {
    ObjectMapper json = new ObjectMapper();
    try {
      JsonNode whole = json.readTree(document);
      ObjectNode components = (ObjectNode) whole.at("/components/schemas");
      PublishedSchemas.all()
          .forEach(
              (name, schema) -> {
                schema.remove("$schema");
                schema.remove("$id");
                redirect(schema, name);
                components.set(name, schema);
              });
      return json.writeValueAsBytes(whole);
    } catch (IOException e) {
      throw new UncheckedIOException("the AsyncAPI document is not JSON", e);
    }
  }

  /** Lets each reference of a schema lead to its place in the document. */
  private static void redirect(JsonNode node, String name) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (member.getKey().equals("$ref") && member.getValue().isTextual()) {
        ((ObjectNode) node).put("$ref", redirected(member.getValue().textValue(), name));
      }
    }
    node.forEach(child -> redirect(child, name));
  }

  private static String redirected(String reference, String name) {
    int hash = reference.indexOf('#');
    String file = reference.substring(0, hash);
    String schema = file.isEmpty() ? name : file.substring(0, file.length() - SUFFIX.length());
    return COMPONENTS + schema + reference.substring(hash + 1);
  }
}
