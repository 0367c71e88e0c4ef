package dev.handoffledger.schemas.fact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.internal.OwnJson;

/** What happened to a lease, as it stands in the header {@code handoff-lease}. */
final class LeaseJson {
  private LeaseJson() {}

  static ObjectNode node(Fact.LeaseBody body) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("holder", body.holder());
    if (body instanceof Fact.LeaseChange change) {
      node.put("token", change.token());
    }
    if (body instanceof Fact.Claimed claimed) {
      node.put("until", claimed.until().toString());
      node.put("delivery", claimed.delivery());
      node.put("role", claimed.role());
      node.put("claim", claimed.claimId());
    } else if (body instanceof Fact.Renewed renewed) {
      node.put("until", renewed.until().toString());
    } else if (body instanceof Fact.Released released) {
      node.put("by", released.by());
      node.put("reason", released.reason());
      node.put("escalated", released.escalated());
    } else if (body instanceof Fact.Expired expired) {
      node.put("due", expired.due().toString());
      node.put("escalated", expired.escalated());
    } else if (body instanceof Fact.Completed completed) {
      node.put("answer", completed.answer());
      node.put("note", completed.note());
    }
    return node;
  }

  /**
   * @param type one of the five types of fact about leases
   */
  static Fact.LeaseBody read(String type, JsonNode node) {
    String holder = OwnJson.text(node, "holder");
    if (type.equals("claimed")) {
      return new Fact.Claimed(
          holder,
          OwnJson.instant(node, "until"),
          node.path("delivery").asInt(),
          node.path("role").textValue(),
          node.path("claim").textValue());
    }
    long token = OwnJson.number(node, "token");
    return switch (type) {
      case "renewed" -> new Fact.Renewed(token, holder, OwnJson.instant(node, "until"));
      case "released" ->
          new Fact.Released(
              token,
              holder,
              node.path("by").textValue(),
              node.path("reason").textValue(),
              node.path("escalated").asBoolean());
      case "expired" ->
          new Fact.Expired(
              token, holder, OwnJson.instant(node, "due"), node.path("escalated").asBoolean());
      default ->
          new Fact.Completed(
              token, holder, node.path("answer").textValue(), node.path("note").textValue());
    };
  }
}
