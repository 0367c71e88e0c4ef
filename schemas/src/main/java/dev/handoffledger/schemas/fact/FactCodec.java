package dev.handoffledger.schemas.fact;

import static dev.handoffledger.schemas.wire.HandoffHeaders.ANSWER;
import static dev.handoffledger.schemas.wire.HandoffHeaders.CHAIN;
import static dev.handoffledger.schemas.wire.HandoffHeaders.CLAIM_TOKEN;
import static dev.handoffledger.schemas.wire.HandoffHeaders.FACT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.FORMAT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ID;
import static dev.handoffledger.schemas.wire.HandoffHeaders.IDEMPOTENCY_KEY;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ISSUE;
import static dev.handoffledger.schemas.wire.HandoffHeaders.KIND;
import static dev.handoffledger.schemas.wire.HandoffHeaders.LEASE;
import static dev.handoffledger.schemas.wire.HandoffHeaders.LINK;
import static dev.handoffledger.schemas.wire.HandoffHeaders.NATURAL_KEY;
import static dev.handoffledger.schemas.wire.HandoffHeaders.PROJECT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.PUBLISHER;
import static dev.handoffledger.schemas.wire.HandoffHeaders.RAW_SHA256;
import static dev.handoffledger.schemas.wire.HandoffHeaders.RECORDED_AT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.REGISTRY_SCHEMA_ID;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ROLES;
import static dev.handoffledger.schemas.wire.HandoffHeaders.SEQ;
import static dev.handoffledger.schemas.wire.HandoffHeaders.STATUS;
import static dev.handoffledger.schemas.wire.HandoffHeaders.SUCCESSION;
import static dev.handoffledger.schemas.wire.HandoffHeaders.SUPERSEDED_BY;
import static dev.handoffledger.schemas.wire.HandoffHeaders.SUPERSEDES;
import static dev.handoffledger.schemas.wire.HandoffHeaders.TIME;
import static dev.handoffledger.schemas.wire.HandoffHeaders.TRACEPARENT;
import static dev.handoffledger.schemas.wire.HandoffHeaders.WARNINGS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact.Answered;
import dev.handoffledger.schemas.fact.Fact.Body;
import dev.handoffledger.schemas.fact.Fact.Linked;
import dev.handoffledger.schemas.fact.Fact.Recorded;
import dev.handoffledger.schemas.fact.Fact.StatusChanged;
import dev.handoffledger.schemas.internal.OwnJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Facts to and from the records of the ledger topic. Derived fields stand in the headers. */
public final class FactCodec {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern CHAIN_FORM = Pattern.compile("[0-9a-f]{64}");

  private FactCodec() {}

  /**
   * Makes the next fact of a session.
   *
   * @param previousChain the chain of the fact before it, or {@link FactChain#START}
   * @param value the artifact's bytes for a body that carries an artifact; else null, and the value
   *     is the body's own JSON
   */
  public static Fact next(
      String previousChain,
      String session,
      long seq,
      String handoffId,
      Instant recordedAt,
      Body body,
      byte[] value) {
    byte[] bytes = value != null ? value : ownJson(body);
    Fact open = new Fact(session, seq, handoffId, recordedAt, body, bytes, "");
    String chain = FactChain.next(previousChain, session, headers(open), bytes);
    return new Fact(session, seq, handoffId, recordedAt, body, bytes, chain);
  }

  /** The record that carries a fact. */
  public static LedgerRecord encode(Fact fact) {
    Map<String, String> headers = headers(fact);
    headers.put(CHAIN, fact.chain());
    return new LedgerRecord(
        fact.session(), headers, fact.value(), fact.recordedAt().toEpochMilli());
  }

  /**
   * The fact that a record carries.
   *
   * @throws IllegalArgumentException if the record is not one that {@link #encode} writes
   */
  public static Fact decode(LedgerRecord record) {
    Map<String, String> headers = record.headers();
    Body body =
        switch (required(headers, FACT)) {
          case "recorded" -> recorded(headers);
          case "linked" ->
              new Linked(
                  link(required(headers, LINK)), OwnJson.number(required(headers, SUPERSEDES)));
          case "answered" -> answered(required(headers, ANSWER));
          case "status" ->
              new StatusChanged(
                  required(headers, STATUS),
                  headers.get(PUBLISHER),
                  headers.get(RAW_SHA256),
                  headers.get(SUPERSEDED_BY));
          case "claimed", "renewed", "released", "expired", "completed" ->
              LeaseJson.read(headers.get(FACT), OwnJson.read(required(headers, LEASE)));
          default -> throw new IllegalArgumentException("unknown fact");
        };
    return new Fact(
        record.key(),
        OwnJson.number(required(headers, SEQ)),
        required(headers, ID),
        OwnJson.instant(required(headers, RECORDED_AT)),
        body,
        record.value(),
        chain(required(headers, CHAIN)));
  }

  private static Map<String, String> headers(Fact fact) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(FACT, fact.type());
    headers.put(SEQ, Long.toString(fact.seq()));
    headers.put(ID, fact.handoffId());
    headers.put(RECORDED_AT, fact.recordedAt().toString());
    if (fact.body() instanceof Recorded recorded) {
      putRecorded(headers, recorded);
    } else if (fact.body() instanceof Linked linked) {
      headers.put(LINK, write(node(linked.link())));
      headers.put(SUPERSEDES, Long.toString(linked.supersedes()));
    } else if (fact.body() instanceof Answered answered) {
      headers.put(ANSWER, write(node(answered)));
    } else if (fact.body() instanceof StatusChanged status) {
      headers.put(STATUS, status.status());
      putIfPresent(headers, RAW_SHA256, status.rawHash());
      putIfPresent(headers, SUPERSEDED_BY, status.supersededBy());
      putIfPresent(headers, PUBLISHER, status.publisher());
    } else if (fact.body() instanceof Fact.LeaseBody lease) {
      headers.put(LEASE, write(LeaseJson.node(lease)));
    }
    return headers;
  }

  private static void putRecorded(Map<String, String> headers, Recorded recorded) {
    headers.put(FORMAT, recorded.format());
    headers.put(KIND, recorded.kind());
    putIfPresent(headers, NATURAL_KEY, recorded.naturalKey());
    ObjectNode time = NODES.objectNode();
    time.put("text", recorded.time().text());
    time.put("instant", recorded.time().instant().toString());
    headers.put(TIME, write(time));
    headers.put(ROLES, write(JSON.valueToTree(recorded.roles())));
    headers.put(LINK, write(node(recorded.link())));
    if (recorded.succession() != null) {
      headers.put(SUCCESSION, write(node(recorded.succession())));
    }
    putIfPresent(headers, STATUS, recorded.status());
    if (!recorded.warnings().isEmpty()) {
      headers.put(WARNINGS, write(WarningJson.array(recorded.warnings())));
    }
    headers.put(RAW_SHA256, recorded.rawHash());
    putIfPresent(headers, PUBLISHER, recorded.publisher());
    putIfPresent(headers, PROJECT, recorded.project());
    putIfPresent(headers, ISSUE, recorded.issue());
    if (recorded.registrySchemaId() != null) {
      headers.put(REGISTRY_SCHEMA_ID, recorded.registrySchemaId().toString());
    }
    putIfPresent(headers, IDEMPOTENCY_KEY, recorded.idempotencyKey());
    putIfPresent(headers, CLAIM_TOKEN, recorded.claimToken());
    putIfPresent(headers, TRACEPARENT, recorded.traceparent());
  }

  private static Recorded recorded(Map<String, String> headers) {
    JsonNode time = OwnJson.read(required(headers, TIME));
    List<String> roles = new ArrayList<>();
    OwnJson.read(required(headers, ROLES)).forEach(role -> roles.add(OwnJson.text(role)));
    List<Warning> warnings =
        headers.containsKey(WARNINGS)
            ? WarningJson.read(OwnJson.read(headers.get(WARNINGS)))
            : List.of();
    return new Recorded(
        required(headers, FORMAT),
        required(headers, KIND),
        headers.get(NATURAL_KEY),
        new Timestamp(OwnJson.text(time, "text"), OwnJson.instant(time, "instant")),
        roles,
        link(required(headers, LINK)),
        headers.containsKey(SUCCESSION) ? succession(headers.get(SUCCESSION)) : null,
        headers.get(STATUS),
        warnings,
        required(headers, RAW_SHA256),
        headers.get(PUBLISHER),
        headers.get(PROJECT),
        headers.get(ISSUE),
        headers.containsKey(REGISTRY_SCHEMA_ID) ? schemaId(headers.get(REGISTRY_SCHEMA_ID)) : null,
        headers.get(IDEMPOTENCY_KEY),
        headers.get(CLAIM_TOKEN),
        headers.get(TRACEPARENT));
  }

  /** A link as it stands in the header {@code handoff-link} and in every answer of the ledger. */
  public static ObjectNode node(Link link) {
    ObjectNode node = NODES.objectNode();
    node.put("status", link.status().code());
    node.put("by", link.by().code());
    putIfPresent(node, "parent", link.parent());
    putIfPresent(node, "parent_session", link.parentSession());
    putIfPresent(node, "parent_kind", link.parentKind());
    node.put("verified", link.verified());
    node.put("ambiguous", link.ambiguous());
    if (!link.warnings().isEmpty()) {
      node.set("warnings", WarningJson.array(link.warnings()));
    }
    return node;
  }

  /** The link that {@link #node(Link)} wrote. */
  public static Link link(JsonNode node) {
    return new Link(
        Link.Status.valueOf(node.path("status").asText().toUpperCase(Locale.ROOT)),
        Link.By.valueOf(node.path("by").asText().toUpperCase(Locale.ROOT)),
        node.path("parent").textValue(),
        node.path("parent_session").textValue(),
        node.path("parent_kind").textValue(),
        node.path("verified").asBoolean(),
        node.path("ambiguous").asBoolean(),
        WarningJson.read(node.path("warnings")));
  }

  private static Link link(String json) {
    return link(OwnJson.read(json));
  }

  private static ObjectNode node(Succession succession) {
    ObjectNode node = NODES.objectNode();
    putIfPresent(node, "offers", succession.offers());
    putIfPresent(node, "follows", succession.follows());
    node.put("order", succession.order().name().toLowerCase(Locale.ROOT));
    if (succession.order() == Succession.Order.ITERATION) {
      node.put("iteration", succession.iteration());
    }
    node.put("tie_break", succession.tieBreak());
    node.put("link", succession.shownAsLink());
    return node;
  }

  private static Succession succession(String json) {
    JsonNode node = OwnJson.read(json);
    return new Succession(
        node.path("offers").textValue(),
        node.path("follows").textValue(),
        Succession.Order.valueOf(node.path("order").asText().toUpperCase(Locale.ROOT)),
        node.path("iteration").asLong(),
        node.path("tie_break").asText(),
        node.path("link").asBoolean());
  }

  private static ObjectNode node(Answered answered) {
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

  private static Answered answered(String json) {
    JsonNode node = OwnJson.read(json);
    return new Answered(
        OwnJson.text(node, "id"),
        OwnJson.text(node, "session"),
        OwnJson.text(node, "kind"),
        Link.By.valueOf(OwnJson.text(node, "by").toUpperCase(Locale.ROOT)),
        node.path("completes").asBoolean(),
        node.path("by_other").asBoolean(),
        node.path("withdrawn").asBoolean());
  }

  /**
   * The value of a fact that carries no artifact.
   *
   * @throws IllegalArgumentException if its value is an artifact
   */
  static byte[] ownJson(Body body) {
    if (body instanceof Linked linked) {
      return write(node(linked.link())).getBytes(StandardCharsets.UTF_8);
    }
    if (body instanceof Answered answered) {
      return write(node(answered)).getBytes(StandardCharsets.UTF_8);
    }
    if (body instanceof Fact.LeaseBody lease) {
      return write(LeaseJson.node(lease)).getBytes(StandardCharsets.UTF_8);
    }
    if (body instanceof StatusChanged status && status.supersededBy() != null) {
      return write(
              NODES
                  .objectNode()
                  .put("status", status.status())
                  .put("superseded_by", status.supersededBy()))
          .getBytes(StandardCharsets.UTF_8);
    }
    throw new IllegalArgumentException("the value of " + body.type() + " is an artifact");
  }

  private static String required(Map<String, String> headers, String name) {
    String value = headers.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no header " + name);
    }
    return value;
  }

  private static Integer schemaId(String decimal) {
    long id = OwnJson.number(decimal);
    if (id != (int) id) {
      throw new IllegalArgumentException("the schema id of the fact is out of range");
    }
    return (int) id;
  }

  private static String chain(String hex) {
    if (!CHAIN_FORM.matcher(hex).matches()) {
      throw new IllegalArgumentException("the chain of the fact is not 64 lower-case hex digits");
    }
    return hex;
  }

  private static void putIfPresent(Map<String, String> headers, String name, String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }

  private static void putIfPresent(ObjectNode node, String name, String value) {
    if (value != null) {
      node.put(name, value);
    }
  }

  private static String write(JsonNode node) {
    return node.toString();
  }
}
