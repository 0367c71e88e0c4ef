package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.ChainView;
import dev.handoffledger.projections.GateVerdict;
import dev.handoffledger.projections.Lineage;
import dev.handoffledger.schemas.fact.Link;
import java.util.Locale;

/** How handoffs hang together, as the JSON of {@code docs/http.md}. */
public final class ChainJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int WAITING_IN_A_SUMMARY = 3;

  private ChainJson() {}

  public static ObjectNode lineage(Lineage lineage) {
    ObjectNode node = NODES.objectNode();
    node.put("start", lineage.start());
    node.set("nodes", ViewJson.list(lineage.nodes(), ViewJson::handoff));
    node.set("edges", ViewJson.list(lineage.edges(), ChainJson::edge));
    node.put("cut", cut(lineage));
    return node;
  }

  public static ObjectNode chain(ChainView chain) {
    ObjectNode node = head(chain);
    node.set("waits_for", ViewJson.list(chain.waitsFor(), ViewJson::handoff));
    node.set("lineage", lineage(chain.lineage()));
    return node;
  }

  /** A chain among others: without its lineage, and with the oldest only of what it waits for. */
  public static ObjectNode summary(ChainView chain) {
    ObjectNode node = head(chain);
    node.set(
        "waits_for",
        ViewJson.list(
            chain.waitsFor().stream().limit(WAITING_IN_A_SUMMARY).toList(), ViewJson::handoff));
    return node;
  }

  public static ObjectNode verdict(GateVerdict verdict) {
    ObjectNode node = NODES.objectNode();
    node.put("passes", verdict.passes());
    node.set("chains", ViewJson.texts(verdict.chains()));
    node.set("objections", ViewJson.list(verdict.objections(), ChainJson::objection));
    return node;
  }

  private static ObjectNode head(ChainView chain) {
    ObjectNode node = NODES.objectNode();
    node.put("root", chain.root());
    node.put("state", chain.state().code());
    node.put("rounds", chain.rounds());
    node.put("handoffs", chain.lineage().nodes().size());
    node.put("cut", cut(chain.lineage()));
    node.put("waiting", chain.waitsFor().size());
    node.put("orphaned", chain.orphaned());
    node.put("circular", chain.circular());
    node.put("last_recorded_at", chain.lastRecordedAt().toString());
    return node;
  }

  private static ObjectNode edge(Lineage.Edge edge) {
    return NODES
        .objectNode()
        .put("child", edge.child())
        .put("parent", edge.parent())
        .put("by", (edge.byRule() ? Link.By.RULE : Link.By.DECLARED).code());
  }

  private static ObjectNode objection(GateVerdict.Objection objection) {
    return NODES
        .objectNode()
        .put("code", objection.code())
        .put("handoff", objection.handoff())
        .put("message", objection.message());
  }

  private static String cut(Lineage lineage) {
    return lineage.cut() == null ? null : lineage.cut().name().toLowerCase(Locale.ROOT);
  }
}
