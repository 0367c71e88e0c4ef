package dev.handoffledger.producer.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.format.PublishedSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Hands artifacts to Confluent's serializer in its envelope: a document with the members {@code
 * schema}, {@code references}, {@code resolvedReferences} and {@code payload}. Without one it would
 * make a schema up from the Java class. It writes the document anew, so that white space is lost;
 * the handoff's id does not depend on that.
 */
final class EnvelopeEncoder implements ArtifactEncoder {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Serializer<Object> serializer;
  private final RegisteredSchemas registered;
  private final Map<String, PublishedSchema> schemaOfTopic = RegisteredSchemas.schemaOfTopic();

  EnvelopeEncoder(Serializer<Object> serializer, Map<String, ?> properties) {
    this.serializer = serializer;
    this.registered = new RegisteredSchemas(RegistrySettings.of(properties));
  }

  @Override
  public byte[] encode(String topic, Headers headers, byte[] artifact) {
    PublishedSchema schema = schemaOfTopic.get(topic);
    if (schema == null) {
      return artifact;
    }
    ObjectNode envelope = JSON.createObjectNode();
    envelope.set("schema", json(schema.text()));
    ArrayNode references = envelope.putArray("references");
    for (RegistryClient.Reference reference : registered.references(schema)) {
      references
          .addObject()
          .put("name", reference.name())
          .put("subject", reference.subject())
          .put("version", reference.version());
    }
    ObjectNode resolved = envelope.putObject("resolvedReferences");
    for (PublishedSchema.Reference reference : schema.references()) {
      resolved.set(reference.uri(), json(reference.schema().text()));
    }
    envelope.set("payload", artifact(artifact));
    return serializer.serialize(topic, headers, envelope);
  }

  private static JsonNode artifact(byte[] artifact) {
    try {
      return JSON.readTree(artifact);
    } catch (IOException e) {
      throw new SerializationException("only JSON can be sent through a schema", e);
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("a bundled schema is not JSON", e);
    }
  }

  @Override
  public void close() {
    serializer.close();
  }
}
