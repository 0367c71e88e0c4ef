package dev.handoffledger.schemas.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.FactCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Replies to and from the values of {@code handoff.replies}. */
public final class ReplyCodec {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ReplyCodec() {}

  public static byte[] encode(Reply reply) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("correlation_id", reply.correlationId());
    node.put("outcome", reply.outcome().code());
    node.put("fact", reply.fact());
    node.put("id", reply.id());
    node.put("session", reply.session());
    node.put("kind", reply.kind());
    node.put("seq", reply.seq());
    node.set("roles", JSON.valueToTree(reply.roles()));
    node.set("link", reply.link() == null ? null : FactCodec.node(reply.link()));
    node.set("warnings", JSON.valueToTree(reply.warnings()));
    node.set("problems", problems(reply.problems()));
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a reply.
   *
   * @throws IllegalArgumentException if the bytes are not what {@link #encode} writes
   */
  public static Reply decode(byte[] value) {
    JsonNode node;
    try {
      node = JSON.readTree(value);
    } catch (IOException e) {
      throw new IllegalArgumentException("the reply is not JSON", e);
    }
    List<String> roles = new ArrayList<>();
    node.path("roles").forEach(role -> roles.add(role.textValue()));
    List<Warning> warnings = new ArrayList<>();
    node.path("warnings")
        .forEach(
            warning ->
                warnings.add(
                    new Warning(
                        warning.path("code").textValue(),
                        warning.path("pointer").textValue(),
                        warning.path("message").textValue())));
    return new Reply(
        node.path("correlation_id").textValue(),
        Reply.Outcome.valueOf(node.path("outcome").asText().toUpperCase(Locale.ROOT)),
        node.path("fact").textValue(),
        node.path("id").textValue(),
        node.path("session").textValue(),
        node.path("kind").textValue(),
        node.path("seq").asLong(),
        roles,
        node.path("link").isObject() ? FactCodec.link(node.path("link")) : null,
        warnings,
        problems(node.path("problems")));
  }

  /** Problems as they stand in replies, in the header {@code handoff-problems} and over HTTP. */
  public static JsonNode problems(List<Problem> problems) {
    var array = JsonNodeFactory.instance.arrayNode();
    for (Problem problem : problems) {
      array
          .addObject()
          .put("code", problem.reason().code())
          .put("pointer", problem.pointer())
          .put("message", problem.message());
    }
    return array;
  }

  /** The problems that {@link #problems(List)} wrote. */
  public static List<Problem> problems(JsonNode array) {
    List<Problem> problems = new ArrayList<>();
    for (JsonNode problem : array) {
      problems.add(
          new Problem(
              Reason.ofCode(problem.path("code").asText()),
              problem.path("pointer").asText(),
              problem.path("message").asText()));
    }
    return problems;
  }
}
