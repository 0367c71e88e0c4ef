package dev.handoffledger.standalone.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where two answers differ first.
 *
 * @param at a JSON pointer; or {@code byte} and the number of the byte, from 0, of answers that are
 *     not both JSON
 * @param live what the one has there, or null for nothing
 * @param rebuilt what the other has there, or null for nothing
 */
record JsonDifference(String at, String live, String rebuilt) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The first difference of two bodies that are not equal. */
  static JsonDifference of(byte[] live, byte[] rebuilt) {
    Optional<JsonNode> one = json(live);
    Optional<JsonNode> other = json(rebuilt);
    if (one.isPresent() && other.isPresent()) {
      Optional<JsonDifference> found = of("", one.get(), other.get());
      if (found.isPresent()) {
        return found.get();
      }
    }
    return ofBytes(live, rebuilt);
  }

  private static Optional<JsonDifference> of(String at, JsonNode live, JsonNode rebuilt) {
    if (live.equals(rebuilt)) {
      return Optional.empty();
    }
    if (live.isObject() && rebuilt.isObject()) {
      Set<String> names = new TreeSet<>();
      live.fieldNames().forEachRemaining(names::add);
      rebuilt.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        String member = at + "/" + name.replace("~", "~0").replace("/", "~1");
        Optional<JsonDifference> found = of(member, live.path(name), rebuilt.path(name));
        if (found.isPresent()) {
          return found;
        }
      }
    } else if (live.isArray() && rebuilt.isArray()) {
      for (int i = 0; i < Math.max(live.size(), rebuilt.size()); i++) {
        Optional<JsonDifference> found = of(at + "/" + i, live.path(i), rebuilt.path(i));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.of(new JsonDifference(at, text(live), text(rebuilt)));
  }

  private static JsonDifference ofBytes(byte[] live, byte[] rebuilt) {
    int at = Arrays.mismatch(live, rebuilt);
    return new JsonDifference("byte " + at, octet(live, at), octet(rebuilt, at));
  }

  private static String octet(byte[] bytes, int at) {
    return at < bytes.length ? "%02x".formatted(bytes[at]) : null;
  }

  private static String text(JsonNode node) {
    if (node.isMissingNode()) {
      return null;
    }
    try {
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON nodes can always be written", e);
    }
  }

  private static Optional<JsonNode> json(byte[] body) {
    try {
      return Optional.of(JSON.readTree(body)).filter(JsonNode::isContainerNode);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
