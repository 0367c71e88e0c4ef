package dev.handoffledger.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.internal.SchemaCheck;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Holds records against the messages that an AsyncAPI document tells of. */
final class AsyncApiRecords {
  private final JsonNode document;
  private final SchemaLibrary library = new SchemaLibrary();
  private final Map<JsonNode, SchemaCheck> checks = new HashMap<>();

  AsyncApiRecords(JsonNode document) {
    this.document = document;
  }

  /** The name of the message that a record is, or empty if it is none of its topic's. */
  Optional<String> messageOf(String topic, LedgerRecord record) {
    return messages(topic).stream()
        .filter(name -> reasonAgainst(name, record).isEmpty())
        .findFirst();
  }

  /** Why a record is none of its topic's messages, for the reader of a failed test. */
  String reasons(String topic, LedgerRecord record) {
    StringBuilder reasons = new StringBuilder(topic + " " + record.headers());
    for (String name : messages(topic)) {
      reasons.append('\n').append(name).append(": ").append(reasonAgainst(name, record));
    }
    return reasons.toString();
  }

  private List<String> messages(String topic) {
    String address = topic.startsWith(Topics.ROLE_PREFIX) ? "handoff.role.{role}" : topic;
    JsonNode channel =
        StreamSupport.stream(document.path("channels").spliterator(), false)
            .filter(one -> one.path("address").asText().equals(address))
            .findFirst()
            .orElseThrow();
    List<String> names = new ArrayList<>();
    channel.path("messages").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private String reasonAgainst(String name, LedgerRecord record) {
    JsonNode message = document.at("/components/messages/" + name);
    ObjectNode headers = JsonNodeFactory.instance.objectNode();
    record.headers().forEach(headers::put);
    return problems(message.path("headers"), headers)
        + problems(message.at("/bindings/kafka/key"), TextNode.valueOf(record.key()))
        + payloadProblems(message, record.value());
  }

  private String payloadProblems(JsonNode message, byte[] value) {
    String text = new String(value, StandardCharsets.UTF_8);
    return switch (message.path("contentType").asText()) {
      case "application/octet-stream" -> "";
      case "text/plain" -> problems(message.path("payload"), TextNode.valueOf(text));
      default -> {
        try {
          yield problems(
              message.path("payload"),
              text.isEmpty()
                  ? JsonNodeFactory.instance.nullNode()
                  : new ObjectMapper().readTree(text));
        } catch (JsonProcessingException e) {
          yield "not JSON";
        }
      }
    };
  }

  private String problems(JsonNode schema, JsonNode instance) {
    SchemaCheck check = checks.computeIfAbsent(schema, this::compile);
    var problems = check.problems(instance);
    return problems.isEmpty() ? "" : problems.toString();
  }

  private SchemaCheck compile(JsonNode schema) {
    ObjectNode whole = SchemaLibrary.object();
    whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    whole.setAll((ObjectNode) schema);
    whole.set("components", document.path("components"));
    return library.compile(whole);
  }
}
