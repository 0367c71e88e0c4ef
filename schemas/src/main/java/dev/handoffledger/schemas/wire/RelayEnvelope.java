package dev.handoffledger.schemas.wire;

import static dev.handoffledger.schemas.wire.HandoffHeaders.ORIGIN_KEY;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ORIGIN_OFFSET;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ORIGIN_PARTITION;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ORIGIN_TIMESTAMP;
import static dev.handoffledger.schemas.wire.HandoffHeaders.ORIGIN_TOPIC;
import static dev.handoffledger.schemas.wire.HandoffHeaders.RELAY;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.internal.OwnJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A message from the processor to itself, on the partition of {@link #session()}: the value on
 * {@code handoff.relay}. A relayed record never hops again.
 */
public sealed interface RelayEnvelope {

  /** The session whose partition the envelope goes to; the record's key. */
  String session();

  /**
   * A record that arrived on another partition than its session's. Its headers and value travel as
   * they are.
   */
  // The bytes are large and shared as they came; nobody compares two of these.
  @SuppressWarnings("ArrayRecordComponent")
  record Misrouted(
      String session, RecordOrigin origin, Map<String, String> headers, byte[] artifact)
      implements RelayEnvelope {
    public Misrouted {
      Objects.requireNonNull(session);
      Objects.requireNonNull(origin);
      headers = Map.copyOf(headers);
      Objects.requireNonNull(artifact);
    }
  }

  /**
   * A child asks the partition of its parent's session which handoff it answers.
   *
   * @param reference the parent that the child declares; its session is the envelope's
   * @param child the child
   * @param holdUntil until when a match is waited for
   */
  record LinkRequest(ParentReference reference, Child child, Instant holdUntil)
      implements RelayEnvelope {
    public LinkRequest {
      Objects.requireNonNull(reference);
      Objects.requireNonNull(child);
      Objects.requireNonNull(holdUntil);
    }

    @Override
    public String session() {
      return reference.session();
    }
  }

  /**
   * The answer to a {@link LinkRequest}, sent again whenever it changes.
   *
   * @param session the child's session
   * @param childRow the child's row key in that session
   * @param holdOver whether nothing better is waited for any more
   */
  record LinkAnswer(String session, String childRow, Link link, boolean holdOver)
      implements RelayEnvelope {
    public LinkAnswer {
      Objects.requireNonNull(session);
      Objects.requireNonNull(childRow);
      Objects.requireNonNull(link);
    }
  }

  /**
   * A sibling completes a handoff by a rule of its format, or no longer does.
   *
   * @param session the completed handoff's session
   * @param row the completed handoff's row key in that session
   * @param sibling the handoff that completes it
   */
  record CompletedBySibling(String session, String row, Child sibling, boolean withdrawn)
      implements RelayEnvelope {
    public CompletedBySibling {
      Objects.requireNonNull(session);
      Objects.requireNonNull(row);
      Objects.requireNonNull(sibling);
    }
  }

  /**
   * Something may be due: whether it is, the broker's time of this record decides.
   *
   * @param session the session that it is due in
   * @param what what may be due
   * @param rowSession the session of the handoff that it concerns
   * @param row the handoff's row key in its session
   */
  record Due(String session, What what, String rowSession, String row) implements RelayEnvelope {

    /** What may be due. */
    public enum What {
      /** A handoff no longer waits for its parent before it is routed. */
      ROUTE,
      /** The parent that a child declares is no longer waited for. */
      PARENT,
      /** A lease ends. */
      LEASE_END
    }

    public Due {
      Objects.requireNonNull(session);
      Objects.requireNonNull(what);
      Objects.requireNonNull(rowSession);
      Objects.requireNonNull(row);
    }
  }

  /**
   * The topic of a role that routes wait for is there.
   *
   * @param session the session of one of the waiting handoffs
   */
  record RoleTopicReady(String session, String role) implements RelayEnvelope {
    public RoleTopicReady {
      Objects.requireNonNull(session);
      Objects.requireNonNull(role);
    }
  }

  /** The headers of the record that carries the envelope. */
  default Map<String, String> recordHeaders() {
    Map<String, String> headers = new LinkedHashMap<>();
    if (this instanceof Misrouted misrouted) {
      headers.putAll(misrouted.headers());
      headers.put(RELAY, "record");
      RecordOrigin origin = misrouted.origin();
      headers.put(ORIGIN_TOPIC, origin.topic());
      headers.put(ORIGIN_PARTITION, Integer.toString(origin.partition()));
      headers.put(ORIGIN_OFFSET, Long.toString(origin.offset()));
      headers.put(ORIGIN_TIMESTAMP, Long.toString(origin.timestamp()));
      if (origin.key() == null) {
        headers.remove(ORIGIN_KEY);
      } else {
        headers.put(ORIGIN_KEY, origin.key());
      }
    } else if (this instanceof LinkRequest) {
      headers.put(RELAY, "link-request");
    } else if (this instanceof LinkAnswer) {
      headers.put(RELAY, "link-answer");
    } else if (this instanceof CompletedBySibling) {
      headers.put(RELAY, "completed-by-sibling");
    } else if (this instanceof Due) {
      headers.put(RELAY, "due");
    } else if (this instanceof RoleTopicReady) {
      headers.put(RELAY, "role-topic-ready");
    }
    return headers;
  }

  /** The value of the record that carries the envelope. */
  default byte[] recordValue() {
    if (this instanceof Misrouted misrouted) {
      return misrouted.artifact();
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (this instanceof LinkRequest request) {
      ParentReference reference = request.reference();
      node.put("parent_kind", reference.kind());
      node.put("parent_natural_key", reference.naturalKey());
      node.put("parent_hash", reference.hash());
      node.put("completes", reference.completes());
      node.set("child", node(request.child()));
      node.put("hold_until", request.holdUntil().toString());
    } else if (this instanceof LinkAnswer answer) {
      node.put("child_row", answer.childRow());
      node.set("link", FactCodec.node(answer.link()));
      node.put("hold_over", answer.holdOver());
    } else if (this instanceof CompletedBySibling completed) {
      node.put("row", completed.row());
      node.set("sibling", node(completed.sibling()));
      node.put("withdrawn", completed.withdrawn());
    } else if (this instanceof Due due) {
      node.put("what", due.what().name().toLowerCase(Locale.ROOT));
      node.put("row_session", due.rowSession());
      node.put("row", due.row());
    } else if (this instanceof RoleTopicReady ready) {
      node.put("role", ready.role());
    }
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a record of the relay topic.
   *
   * @throws IllegalArgumentException if it is not one that {@link #recordHeaders()} and {@link
   *     #recordValue()} make
   */
  static RelayEnvelope read(String session, Map<String, String> headers, byte[] value) {
    String type = headers.getOrDefault(RELAY, "");
    if (type.equals("record")) {
      Map<String, String> original = new LinkedHashMap<>(headers);
      for (String name :
          new String[] {
            RELAY, ORIGIN_TOPIC, ORIGIN_PARTITION, ORIGIN_OFFSET, ORIGIN_TIMESTAMP, ORIGIN_KEY
          }) {
        original.remove(name);
      }
      RecordOrigin origin =
          new RecordOrigin(
              required(headers, ORIGIN_TOPIC),
              Integer.parseInt(required(headers, ORIGIN_PARTITION)),
              Long.parseLong(required(headers, ORIGIN_OFFSET)),
              headers.get(ORIGIN_KEY),
              Long.parseLong(required(headers, ORIGIN_TIMESTAMP)));
      return new Misrouted(session, origin, original, value);
    }
    JsonNode node = OwnJson.read(value);
    return switch (type) {
      case "link-request" ->
          new LinkRequest(
              new ParentReference(
                  session,
                  OwnJson.text(node, "parent_kind"),
                  node.path("parent_natural_key").textValue(),
                  node.path("parent_hash").textValue(),
                  node.path("completes").asBoolean()),
              child(node.path("child")),
              OwnJson.instant(node, "hold_until"));
      case "link-answer" ->
          new LinkAnswer(
              session,
              OwnJson.text(node, "child_row"),
              FactCodec.link(node.path("link")),
              node.path("hold_over").asBoolean());
      case "completed-by-sibling" ->
          new CompletedBySibling(
              session,
              OwnJson.text(node, "row"),
              child(node.path("sibling")),
              node.path("withdrawn").asBoolean());
      case "due" ->
          new Due(
              session,
              Due.What.valueOf(OwnJson.text(node, "what").toUpperCase(Locale.ROOT)),
              OwnJson.text(node, "row_session"),
              OwnJson.text(node, "row"));
      case "role-topic-ready" -> new RoleTopicReady(session, OwnJson.text(node, "role"));
      default -> throw new IllegalArgumentException("no envelope of a known type");
    };
  }

  private static String required(Map<String, String> headers, String name) {
    String value = headers.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no header " + name);
    }
    return value;
  }

  private static ObjectNode node(Child child) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("session", child.session())
        .put("row", child.row())
        .put("id", child.id())
        .put("kind", child.kind())
        .put("time", child.time().toString())
        .put("publisher", child.publisher())
        .put("claim_token", child.claimToken())
        .put("evidence", child.evidence());
  }

  private static Child child(JsonNode node) {
    return new Child(
        OwnJson.text(node, "session"),
        OwnJson.text(node, "row"),
        OwnJson.text(node, "id"),
        OwnJson.text(node, "kind"),
        OwnJson.instant(node, "time"),
        node.path("publisher").textValue(),
        node.path("claim_token").textValue(),
        node.path("evidence").textValue());
  }
}
