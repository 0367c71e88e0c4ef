package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.fold.Answer;
import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.Leasing;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.LanePosition;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows to and from the values of the stores. */
final class RowCodec {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NO_VALUE = {};

  private RowCodec() {}

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static byte[] open(OpenEntry entry) {
    byte[] id = text(entry.id());
    return ByteBuffer.allocate(1 + id.length).put((byte) (entry.held() ? 1 : 0)).put(id).array();
  }

  static OpenEntry open(byte[] bytes) {
    return new OpenEntry(
        new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8), bytes[0] == 1);
  }

  /** A fact and its place; its value is left out, and is empty when read. */
  static byte[] fact(Fact fact, int partition, long offset) {
    ObjectNode node = object();
    node.put("session", fact.session());
    node.put("partition", partition);
    node.put("offset", offset);
    ObjectNode headers = node.putObject("headers");
    FactCodec.encode(fact).headers().forEach(headers::put);
    return bytes(node);
  }

  static FactView fact(byte[] row) {
    JsonNode node = node(row);
    Map<String, String> headers = new LinkedHashMap<>();
    node.path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().textValue()));
    Fact fact =
        FactCodec.decode(new LedgerRecord(node.path("session").textValue(), headers, NO_VALUE, 0));
    return new FactView(fact, node.path("partition").intValue(), node.path("offset").longValue());
  }

  static byte[] session(SessionRow row) {
    ObjectNode node = object();
    node.put("session", row.session());
    node.put("facts", row.facts());
    node.put("handoffs", row.handoffs());
    node.put("first", row.firstRecordedAt().toString());
    node.put("last", row.lastRecordedAt().toString());
    node.put("chain", row.chain());
    if (row.start() != null) {
      ObjectNode start = node.putObject("start");
      start.put("id", row.start().id());
      start.put("baton", row.start().baton());
      start.put("time", row.start().time().toString());
      start.put("seq", row.start().seq());
    }
    return bytes(node);
  }

  static SessionRow session(byte[] row) {
    JsonNode node = node(row);
    JsonNode start = node.path("start");
    return new SessionRow(
        node.path("session").textValue(),
        node.path("facts").longValue(),
        node.path("handoffs").longValue(),
        Instant.parse(node.path("first").textValue()),
        Instant.parse(node.path("last").textValue()),
        start.isMissingNode()
            ? null
            : new SessionRow.Start(
                start.path("id").textValue(),
                start.path("baton").booleanValue(),
                Instant.parse(start.path("time").textValue()),
                start.path("seq").longValue()),
        node.path("chain").textValue());
  }

  static byte[] handoff(HandoffRow row) {
    ObjectNode node = object();
    node.put("id", row.id());
    node.put("session", row.session());
    node.put("kind", row.kind());
    node.put("seq", row.seq());
    node.put("recorded_at", row.recordedAt().toString());
    row.roles().forEach(node.putArray("roles")::add);
    node.set("link", FactCodec.node(row.link()));
    if (row.status() != null) {
      node.put("status", row.status());
    }
    if (row.succession() != null) {
      node.set("succession", succession(row.succession(), row.position()));
    }
    if (!row.leasing().equals(Leasing.NONE)) {
      node.set("leasing", leasing(row.leasing()));
    }
    node.put("version", row.version());
    return bytes(node);
  }

  private static ObjectNode leasing(Leasing leasing) {
    ObjectNode node = object();
    if (leasing.held() != null) {
      node.put("token", leasing.held().token());
      node.put("holder", leasing.held().holder());
      node.put("since", leasing.held().since().toString());
      node.put("until", leasing.held().until().toString());
    }
    node.put("deliveries", leasing.deliveries());
    node.put("escalated", leasing.escalated());
    node.put("completed", leasing.completed());
    node.put("completed_by", leasing.completedBy());
    return node;
  }

  private static Leasing leasing(JsonNode node) {
    if (node.isMissingNode()) {
      return Leasing.NONE;
    }
    return new Leasing(
        node.has("token")
            ? new Leasing.Held(
                node.path("token").longValue(),
                node.path("holder").textValue(),
                Instant.parse(node.path("since").textValue()),
                Instant.parse(node.path("until").textValue()))
            : null,
        node.path("deliveries").intValue(),
        node.path("escalated").booleanValue(),
        node.path("completed").booleanValue(),
        node.path("completed_by").textValue());
  }

  static byte[] answer(Answer answer) {
    ObjectNode node = object();
    node.put("id", answer.id());
    node.put("session", answer.session());
    node.put("kind", answer.kind());
    node.put("by", answer.by().name());
    node.put("completes", answer.completes());
    return bytes(node);
  }

  static Answer answer(byte[] row) {
    JsonNode node = node(row);
    return new Answer(
        node.path("id").textValue(),
        node.path("session").textValue(),
        node.path("kind").textValue(),
        Link.By.valueOf(node.path("by").textValue()),
        node.path("completes").booleanValue());
  }

  static HandoffRow handoff(byte[] row) {
    JsonNode node = node(row);
    List<String> roles = new ArrayList<>();
    node.path("roles").forEach(role -> roles.add(role.textValue()));
    JsonNode succession = node.path("succession");
    return new HandoffRow(
        node.path("id").textValue(),
        node.path("session").textValue(),
        node.path("kind").textValue(),
        node.path("seq").longValue(),
        Instant.parse(node.path("recorded_at").textValue()),
        roles,
        FactCodec.link(node.path("link")),
        node.path("status").textValue(),
        succession.isMissingNode() ? null : succession(succession),
        succession.isMissingNode() ? null : position(succession),
        leasing(node.path("leasing")),
        node.path("version").longValue());
  }

  private static ObjectNode succession(Succession succession, LanePosition position) {
    ObjectNode node = object();
    if (succession.offers() != null) {
      node.put("offers", succession.offers());
    }
    if (succession.follows() != null) {
      node.put("follows", succession.follows());
    }
    node.put("order", succession.order().name());
    node.put("iteration", succession.iteration());
    node.put("tie_break", succession.tieBreak());
    node.put("link", succession.shownAsLink());
    node.put("major", position.major());
    node.put("minor", position.minor());
    return node;
  }

  private static Succession succession(JsonNode node) {
    return new Succession(
        node.path("offers").textValue(),
        node.path("follows").textValue(),
        Succession.Order.valueOf(node.path("order").textValue()),
        node.path("iteration").longValue(),
        node.path("tie_break").textValue(),
        node.path("link").booleanValue());
  }

  private static LanePosition position(JsonNode node) {
    return new LanePosition(
        node.path("major").longValue(),
        node.path("minor").intValue(),
        node.path("tie_break").textValue());
  }

  static byte[] rejection(RejectionView rejection) {
    ObjectNode node = object();
    node.put("partition", rejection.partition());
    node.put("offset", rejection.offset());
    node.put("at", rejection.at().toString());
    node.put("topic", rejection.topic());
    node.put("topic_partition", rejection.topicPartition());
    node.put("topic_offset", rejection.topicOffset());
    node.put("session", rejection.session());
    node.put("kind", rejection.kind());
    node.put("publisher", rejection.publisher());
    node.set("problems", ReplyCodec.problems(rejection.problems()));
    node.put("size", rejection.size());
    node.put("raw_sha256", rejection.rawHash());
    return bytes(node);
  }

  static RejectionView rejection(byte[] row) {
    JsonNode node = node(row);
    return new RejectionView(
        node.path("partition").intValue(),
        node.path("offset").longValue(),
        Instant.parse(node.path("at").textValue()),
        node.path("topic").textValue(),
        node.path("topic_partition").intValue(),
        node.path("topic_offset").longValue(),
        node.path("session").textValue(),
        node.path("kind").textValue(),
        node.path("publisher").textValue(),
        ReplyCodec.problems(node.path("problems")),
        node.path("size").longValue(),
        node.path("raw_sha256").textValue());
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (IOException e) {
      throw new UncheckedIOException("a row cannot be written", e);
    }
  }

  private static JsonNode node(byte[] row) {
    try {
      return JSON.readTree(row);
    } catch (IOException e) {
      throw new UncheckedIOException("a row of a store is not JSON", e);
    }
  }
}
