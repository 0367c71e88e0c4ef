package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Fact.Answered;
import dev.handoffledger.schemas.fact.Fact.Claimed;
import dev.handoffledger.schemas.fact.Fact.Completed;
import dev.handoffledger.schemas.fact.Fact.Expired;
import dev.handoffledger.schemas.fact.Fact.LeaseBody;
import dev.handoffledger.schemas.fact.Fact.LeaseChange;
import dev.handoffledger.schemas.fact.Fact.Linked;
import dev.handoffledger.schemas.fact.Fact.Recorded;
import dev.handoffledger.schemas.fact.Fact.Released;
import dev.handoffledger.schemas.fact.Fact.Renewed;
import dev.handoffledger.schemas.fact.Fact.StatusChanged;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.Reply.Lease;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The views of the projections as the JSON of {@code docs/http.md}. */
public final class ViewJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Keeps numbers as the artifact has them. */
  private static final JsonMapper ARTIFACTS =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ViewJson() {}

  static <T> ObjectNode page(Page<T> page, Function<T, ? extends JsonNode> item) {
    ObjectNode node = NODES.objectNode();
    node.set("items", list(page.items(), item));
    node.put("next", page.next());
    return node;
  }

  public static <T> ArrayNode list(List<T> items, Function<T, ? extends JsonNode> item) {
    ArrayNode array = NODES.arrayNode(items.size());
    items.forEach(each -> array.add(item.apply(each)));
    return array;
  }

  public static ObjectNode session(SessionSummary session) {
    ObjectNode node = NODES.objectNode();
    node.put("session", session.session());
    node.put("format", session.format());
    node.put("state", session.state().name().toLowerCase(Locale.ROOT));
    node.put("facts", session.facts());
    node.put("handoffs", session.handoffs());
    node.put("open", session.open());
    node.put("first_recorded_at", text(session.firstRecordedAt()));
    node.put("last_recorded_at", text(session.lastRecordedAt()));
    node.put("newest", session.newest());
    node.put("chain", session.chain());
    return node;
  }

  public static ObjectNode handoff(HandoffView handoff) {
    ObjectNode node = NODES.objectNode();
    node.put("id", handoff.id());
    node.put("format", handoff.format());
    node.put("kind", handoff.kind());
    node.put("session", handoff.session());
    node.put("seq", handoff.seq());
    node.put("natural_key", handoff.naturalKey());
    node.put("time", handoff.time().text());
    node.put("recorded_at", text(handoff.recordedAt()));
    node.set("roles", texts(handoff.roles()));
    node.set("link", link(handoff.link()));
    node.put("status", handoff.status());
    node.put("open", handoff.open());
    node.put("completed_by", handoff.completedBy());
    node.set("lease", lease(handoff.lease()));
    node.put("escalated", handoff.escalated());
    node.put("answered_by_other", handoff.answeredByOther());
    node.put("deliveries", handoff.deliveries());
    node.set("required_capabilities", texts(handoff.requiredCapabilities()));
    node.set("warnings", list(handoff.warnings(), ViewJson::warning));
    node.put("publisher", handoff.publisher());
    node.put("project", handoff.project());
    node.put("issue", handoff.issue());
    node.put("raw_sha256", handoff.rawHash());
    node.put("traceparent", handoff.traceparent());
    node.put("position", handoff.partition() + ":" + handoff.offset());
    return node;
  }

  /** A handoff with its document in the member {@code artifact}; null if it is not there. */
  public static ObjectNode withArtifact(HandoffView handoff, Optional<byte[]> artifact) {
    ObjectNode node = handoff(handoff);
    node.set("artifact", artifact.map(ViewJson::artifact).orElse(null));
    return node;
  }

  public static ObjectNode issue(IssueView issue) {
    ObjectNode node = NODES.objectNode();
    node.put("id", issue.id());
    node.put("fingerprint", issue.fingerprint());
    node.put("project_id", issue.projectId());
    node.set("aliases", texts(issue.aliases()));
    node.put("title", issue.title());
    node.put("state", issue.state().word());
    node.put("decision", issue.decision());
    node.put("severity", issue.severity());
    node.put("priority", issue.priority());
    node.put("first_observed_at", issue.firstObservedAt().toString());
    node.put("generated_at", issue.generatedAt().toString());
    return node;
  }

  /** A published document, for embedding in an answer. */
  public static JsonNode artifact(byte[] artifact) {
    try {
      return ARTIFACTS.readTree(artifact);
    } catch (IOException e) {
      throw new UncheckedIOException("an artifact of the ledger is not JSON", e);
    }
  }

  public static ObjectNode fact(FactView view) {
    Fact fact = view.fact();
    ObjectNode node = NODES.objectNode();
    node.put("seq", fact.seq());
    node.put("fact", fact.type());
    node.put("id", fact.handoffId());
    node.put("recorded_at", text(fact.recordedAt()));
    if (fact.body() instanceof Recorded recorded) {
      node.put("kind", recorded.kind());
      node.set("roles", texts(recorded.roles()));
      node.set("link", FactCodec.node(recorded.link()));
      putIfPresent(node, "status", recorded.status());
      node.set("warnings", list(recorded.warnings(), ViewJson::warning));
      putIfPresent(node, "publisher", recorded.publisher());
    } else if (fact.body() instanceof Linked linked) {
      node.set("link", FactCodec.node(linked.link()));
      node.put("supersedes", linked.supersedes());
    } else if (fact.body() instanceof Answered answered) {
      node.set("answer", answer(answered));
    } else if (fact.body() instanceof StatusChanged changed) {
      node.put("status", changed.status());
      putIfPresent(node, "publisher", changed.publisher());
      putIfPresent(node, "superseded_by", changed.supersededBy());
    } else if (fact.body() instanceof LeaseBody lease) {
      node.set("lease", lease(lease));
    }
    node.put("partition", view.partition());
    node.put("offset", view.offset());
    node.put("chain", fact.chain());
    return node;
  }

  public static ObjectNode role(RoleSummary role) {
    ObjectNode node = NODES.objectNode();
    node.put("role", role.role());
    node.put("open", role.open());
    node.put("oldest_recorded_at", text(role.oldestRecordedAt()));
    return node;
  }

  static ObjectNode rejection(RejectionView rejection) {
    ObjectNode node = NODES.objectNode();
    node.put("at", text(rejection.at()));
    node.put(
        "reason",
        rejection.problems().isEmpty() ? null : rejection.problems().get(0).reason().code());
    node.set("problems", list(rejection.problems(), ViewJson::problem));
    node.put("topic", rejection.topic());
    node.put("partition", rejection.topicPartition());
    node.put("offset", rejection.topicOffset());
    node.put("session", rejection.session());
    node.put("kind", rejection.kind());
    node.put("publisher", rejection.publisher());
    node.put("size", rejection.size());
    node.put("raw_sha256", rejection.rawHash());
    node.put("position", rejection.partition() + ":" + rejection.offset());
    return node;
  }

  public static ObjectNode warning(Warning warning) {
    ObjectNode node = NODES.objectNode();
    node.put("code", warning.code());
    node.put("pointer", warning.pointer());
    node.put("message", warning.message());
    return node;
  }

  public static ObjectNode problem(Problem problem) {
    ObjectNode node = NODES.objectNode();
    node.put("code", problem.reason().code());
    node.put("pointer", problem.pointer());
    node.put("message", problem.message());
    return node;
  }

  /** A link without its warnings: those stand at the handoff. */
  static JsonNode link(Link link) {
    return link == null ? NODES.nullNode() : FactCodec.node(link.withWarnings(List.of()));
  }

  /** A lease without its token, which only whoever claimed it is told. */
  static JsonNode lease(Lease lease) {
    return lease == null ? NODES.nullNode() : ReplyCodec.node(lease).without("token");
  }

  public static ArrayNode texts(List<String> texts) {
    ArrayNode array = NODES.arrayNode(texts.size());
    texts.forEach(array::add);
    return array;
  }

  private static ObjectNode answer(Answered answered) {
    ObjectNode node = NODES.objectNode();
    node.put("id", answered.answer());
    node.put("session", answered.answerSession());
    node.put("kind", answered.answerKind());
    node.put("by", answered.by().code());
    node.put("completes", answered.completes());
    node.put("by_other", answered.byOther());
    node.put("withdrawn", answered.withdrawn());
    return node;
  }

  /** What happened to a lease. The claimer's name of its claim is left out: it gives the lease. */
  private static ObjectNode lease(LeaseBody body) {
    ObjectNode node = NODES.objectNode();
    node.put("holder", body.holder());
    if (body instanceof LeaseChange change) {
      node.put("token", change.token());
    }
    if (body instanceof Claimed claimed) {
      node.put("until", text(claimed.until()));
      node.put("delivery", claimed.delivery());
      putIfPresent(node, "role", claimed.role());
    } else if (body instanceof Renewed renewed) {
      node.put("until", text(renewed.until()));
    } else if (body instanceof Released released) {
      putIfPresent(node, "by", released.by());
      putIfPresent(node, "reason", released.reason());
      node.put("escalated", released.escalated());
    } else if (body instanceof Expired expired) {
      node.put("due", text(expired.due()));
      node.put("escalated", expired.escalated());
    } else if (body instanceof Completed completed) {
      putIfPresent(node, "answer", completed.answer());
      putIfPresent(node, "note", completed.note());
    }
    return node;
  }

  private static String text(Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static void putIfPresent(ObjectNode node, String name, String value) {
    if (value != null) {
      node.put(name, value);
    }
  }
}
