package dev.handoffledger.schemas.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.internal.OwnJson;
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
    JsonNode node = OwnJson.read(value);
    List<String> roles = new ArrayList<>();
    node.path("roles").forEach(role -> roles.add(OwnJson.text(role)));
    List<Warning> warnings = new ArrayList<>();
    node.path("warnings")
        .forEach(
            warning ->
                warnings.add(
                    new Warning(
                        OwnJson.text(warning, "code"),
                        OwnJson.text(warning, "pointer"),
                        OwnJson.text(warning, "message"))));
    return new Reply(
        OwnJson.text(node, "correlation_id"),
        Reply.Outcome.valueOf(OwnJson.text(node, "outcome").toUpperCase(Locale.ROOT)),
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
              Reason.ofCode(OwnJson.text(problem, "code")),
              OwnJson.text(problem, "pointer"),
              OwnJson.text(problem, "message")));
    }
    return problems;
  }
}
