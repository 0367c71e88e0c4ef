package dev.handoffledger.schemas.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.WarningJson;
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
    node.set("warnings", WarningJson.array(reply.warnings()));
    node.set("problems", problems(reply.problems()));
    if (reply.refusal() != null) {
      node.put("refusal", reply.refusal().code());
    }
    if (reply.lease() != null) {
      node.set("lease", node(reply.lease()));
    }
    if (reply.ended() != null) {
      node.set("ended", node(reply.ended()));
    }
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
        WarningJson.read(node.path("warnings")),
        problems(node.path("problems")),
        node.has("refusal")
            ? Reply.Refusal.valueOf(OwnJson.text(node, "refusal").toUpperCase(Locale.ROOT))
            : null,
        node.has("lease") ? lease(node.path("lease")) : null,
        node.has("ended") ? ended(node.path("ended")) : null);
  }

  /** A lease as it stands in replies and in every answer of the ledger. */
  public static ObjectNode node(Reply.Lease lease) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("token", lease.token())
        .put("holder", lease.holder())
        .put("since", lease.since().toString())
        .put("until", lease.until().toString())
        .put("delivery", lease.delivery());
  }

  /** How a lease ended, as it stands in replies and over HTTP. */
  public static ObjectNode node(Reply.EndedLease ended) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("holder", ended.holder())
        .put("at", ended.at().toString())
        .put("how", ended.how());
  }

  private static Reply.Lease lease(JsonNode node) {
    return new Reply.Lease(
        OwnJson.text(node, "token"),
        OwnJson.text(node, "holder"),
        OwnJson.instant(node, "since"),
        OwnJson.instant(node, "until"),
        (int) OwnJson.number(node, "delivery"));
  }

  private static Reply.EndedLease ended(JsonNode node) {
    return new Reply.EndedLease(
        OwnJson.text(node, "holder"), OwnJson.instant(node, "at"), OwnJson.text(node, "how"));
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
