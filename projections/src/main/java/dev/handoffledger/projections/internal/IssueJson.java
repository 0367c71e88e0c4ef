package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.chain.ChainChange;
import dev.handoffledger.projections.chain.ChainMember;
import dev.handoffledger.projections.chain.RejectedChain;
import dev.handoffledger.projections.issue.IssueEntry;
import dev.handoffledger.schemas.WorkRejection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What travels between the folds of chains and issues, and what they keep, as JSON. */
final class IssueJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private IssueJson() {}

  // Changes of chains.

  static byte[] change(ChainChange change) {
    ObjectNode node = object();
    node.put("id", change.id());
    if (change instanceof ChainChange.Joined joined) {
      node.set("joined", memberNode(joined.member()));
    } else if (change instanceof ChainChange.Linked linked) {
      node.putObject("linked")
          .put("parent", linked.parent())
          .put("quarantined", linked.quarantined());
    } else if (change instanceof ChainChange.StatusSet set) {
      node.put("status", set.status());
    } else if (change instanceof ChainChange.LeaseSet set) {
      node.put("claimed", text(set.claimedAt()));
    }
    return bytes(node);
  }

  static ChainChange change(byte[] bytes) {
    JsonNode node = node(bytes);
    String id = node.path("id").textValue();
    if (node.has("joined")) {
      return new ChainChange.Joined(memberOf(node.path("joined")));
    }
    if (node.has("linked")) {
      JsonNode linked = node.path("linked");
      return new ChainChange.Linked(
          id, linked.path("parent").textValue(), linked.path("quarantined").booleanValue());
    }
    return node.has("status")
        ? new ChainChange.StatusSet(id, node.path("status").textValue())
        : new ChainChange.LeaseSet(id, instant(node.path("claimed")));
  }

  static byte[] member(ChainMember member) {
    return bytes(memberNode(member));
  }

  static ChainMember member(byte[] row) {
    return memberOf(node(row));
  }

  private static ObjectNode memberNode(ChainMember member) {
    ObjectNode node = object();
    node.put("id", member.id());
    node.put("session", member.session());
    node.put("format", member.format());
    node.put("kind", member.kind());
    node.put("project", member.project());
    node.put("issue", member.issue());
    node.put("time", text(member.time()));
    node.put("recorded", text(member.recordedAt()));
    node.put("parent", member.parent());
    node.put("quarantined", member.quarantined());
    node.put("alone", member.cameAlone());
    node.put("status", member.status());
    ObjectNode standings = node.putObject("standings");
    member
        .standings()
        .forEach(
            (status, standing) -> {
              ObjectNode one = standings.putObject(status);
              if (standing.rejection() != null) {
                one.set("rejection", rejectionNode(standing.rejection()));
              }
              one.put("stage", standing.stage());
            });
    node.put("starts", member.startsRound());
    node.put("claimed", text(member.claimedAt()));
    return node;
  }

  private static ChainMember memberOf(JsonNode node) {
    Map<String, ChainMember.Standing> standings = new HashMap<>();
    node.path("standings")
        .properties()
        .forEach(
            one ->
                standings.put(
                    one.getKey(),
                    new ChainMember.Standing(
                        one.getValue().has("rejection")
                            ? rejectionOf(one.getValue().path("rejection"))
                            : null,
                        one.getValue().path("stage").textValue())));
    return new ChainMember(
        node.path("id").textValue(),
        node.path("session").textValue(),
        node.path("format").textValue(),
        node.path("kind").textValue(),
        node.path("project").textValue(),
        node.path("issue").textValue(),
        instant(node.path("time")),
        instant(node.path("recorded")),
        node.path("parent").textValue(),
        node.path("quarantined").booleanValue(),
        node.path("alone").booleanValue(),
        node.path("status").textValue(),
        standings,
        node.path("starts").booleanValue(),
        instant(node.path("claimed")));
  }

  private static ObjectNode rejectionNode(WorkRejection rejection) {
    return object()
        .put("severity", rejection.severity())
        .put("title", rejection.title())
        .put("by", rejection.diagnosedBy())
        .put("hypothesis", rejection.hypothesis())
        .put("next", rejection.recommendedNext())
        .put("metric", rejection.metric());
  }

  private static WorkRejection rejectionOf(JsonNode node) {
    return new WorkRejection(
        node.path("severity").textValue(),
        node.path("title").textValue(),
        node.path("by").textValue(),
        node.path("hypothesis").textValue(),
        node.path("next").textValue(),
        node.path("metric").textValue());
  }

  // Parts of issues.

  static byte[] part(IssuePart part) {
    ObjectNode node = object();
    if (part instanceof IssuePart.Event event) {
      node.putObject("event")
          .put("issue", event.issueId())
          .put("handoff", event.handoffId())
          .put("session", event.session())
          .put("artifact", new String(event.artifact(), StandardCharsets.UTF_8));
    } else if (part instanceof IssuePart.Chain chain) {
      node.set("chain", chainNode(chain.chain()));
      node.put("name", chain.name());
    } else if (part instanceof IssuePart.ChainGone gone) {
      node.put("gone", gone.name());
    }
    return bytes(node);
  }

  static IssuePart part(byte[] bytes) {
    JsonNode node = node(bytes);
    if (node.has("event")) {
      JsonNode event = node.path("event");
      return new IssuePart.Event(
          event.path("issue").textValue(),
          event.path("handoff").textValue(),
          event.path("session").textValue(),
          event.path("artifact").textValue().getBytes(StandardCharsets.UTF_8));
    }
    return node.has("chain")
        ? new IssuePart.Chain(node.path("name").textValue(), chainOf(node.path("chain")))
        : new IssuePart.ChainGone(node.path("gone").textValue());
  }

  static byte[] chain(RejectedChain chain) {
    return bytes(chainNode(chain));
  }

  static RejectedChain chain(byte[] row) {
    return chainOf(node(row));
  }

  private static ObjectNode chainNode(RejectedChain chain) {
    ObjectNode node = object();
    node.set("root", memberNode(chain.root()));
    node.put("project", chain.project());
    ArrayNode earlier = node.putArray("earlier");
    chain.earlierRoots().stream().sorted().forEach(earlier::add);
    ArrayNode rejections = node.putArray("rejections");
    for (RejectedChain.Rejection rejection : chain.rejections()) {
      IssueEntry.Rejected entry = rejection.entry();
      ObjectNode one = rejections.addObject();
      one.put("issue", rejection.issue());
      one.put("id", entry.handoffId());
      one.put("time", text(entry.time()));
      one.put("recorded", text(entry.recordedAt()));
      one.set("says", rejectionNode(entry.rejection()));
    }
    ArrayNode rounds = node.putArray("rounds");
    for (IssueEntry.Round round : chain.rounds()) {
      rounds
          .addObject()
          .put("run", round.runId())
          .put("stage", round.stage())
          .put("time", text(round.time()))
          .put("id", round.handoffId());
    }
    ArrayNode leases = node.putArray("leases");
    for (IssueEntry.LiveLease lease : chain.leases()) {
      leases
          .addObject()
          .put("id", lease.handoffId())
          .put("recorded", text(lease.handoffRecordedAt()))
          .put("claimed", text(lease.claimedAt()));
    }
    return node;
  }

  private static RejectedChain chainOf(JsonNode node) {
    Set<String> earlier = new HashSet<>(list(node.path("earlier"), JsonNode::textValue));
    return new RejectedChain(
        memberOf(node.path("root")),
        node.path("project").textValue(),
        earlier,
        list(
            node.path("rejections"),
            one ->
                new RejectedChain.Rejection(
                    one.path("issue").textValue(),
                    new IssueEntry.Rejected(
                        one.path("id").textValue(),
                        instant(one.path("time")),
                        instant(one.path("recorded")),
                        rejectionOf(one.path("says"))))),
        list(
            node.path("rounds"),
            one ->
                new IssueEntry.Round(
                    one.path("run").textValue(),
                    one.path("stage").textValue(),
                    instant(one.path("time")),
                    one.path("id").textValue())),
        list(
            node.path("leases"),
            one ->
                new IssueEntry.LiveLease(
                    one.path("id").textValue(),
                    instant(one.path("recorded")),
                    instant(one.path("claimed")))));
  }

  // Parts of JSON.

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static <T> List<T> list(JsonNode array, Function<JsonNode, T> item) {
    List<T> items = new ArrayList<>();
    array.forEach(one -> items.add(item.apply(one)));
    return items;
  }

  static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode node(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("a row is no JSON", e);
    }
  }

  private static String text(Instant time) {
    return time == null ? null : time.toString();
  }

  private static Instant instant(JsonNode node) {
    return node.isTextual() ? Instant.parse(node.textValue()) : null;
  }
}
