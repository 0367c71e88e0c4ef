package dev.handoffledger.processor.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.handoffledger.processor.decide.Message.ToAsker;
import dev.handoffledger.processor.decide.Message.ToPerson;
import dev.handoffledger.processor.decide.Message.ToQuarantine;
import dev.handoffledger.processor.decide.Message.ToRejected;
import dev.handoffledger.processor.decide.Message.ToRole;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.format.Roles;
import dev.handoffledger.schemas.wire.CloudEventHeaders;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Facts and messages as the records that carry them. Remembers the last fact, since a handoff goes
 * to the ledger and right after that to its roles.
 */
final class OutgoingRecords {
  private Fact lastFact;
  private LedgerRecord lastRecord;

  /** The ledger's record of a fact. */
  @SuppressWarnings("ReferenceEquality") // Only the very fact that was encoded last is known.
  LedgerRecord ledger(Fact fact) {
    if (fact != lastFact) {
      lastRecord = FactCodec.encode(fact);
      lastFact = fact;
    }
    return lastRecord;
  }

  LedgerRecord routed(ToRole message) {
    Map<String, String> headers = handoffHeaders(message.recorded());
    headers.put(HandoffHeaders.ROLE, message.role());
    return artifact(message.recorded(), headers);
  }

  LedgerRecord quarantined(ToQuarantine message) {
    Map<String, String> headers = handoffHeaders(message.recorded());
    headers.put(HandoffHeaders.LINK, FactCodec.node(message.link()).toString());
    headers.put(HandoffHeaders.ROUTED, Boolean.toString(message.routed()));
    return artifact(message.recorded(), headers);
  }

  /** Word to a person that a handoff was given out too often. */
  LedgerRecord notice(ToPerson message) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(HandoffHeaders.NOTICE, "escalated");
    headers.put(HandoffHeaders.ROLE, Roles.HUMAN);
    headers.put(HandoffHeaders.ID, message.handoffId());
    headers.put(HandoffHeaders.SESSION, message.session());
    headers.put(HandoffHeaders.KIND, message.kind());
    String value =
        JsonNodeFactory.instance
            .objectNode()
            .put("notice", "escalated")
            .put("id", message.handoffId())
            .put("session", message.session())
            .put("kind", message.kind())
            .put("deliveries", message.deliveries())
            .put("last_holder", message.lastHolder())
            .toString();
    return new LedgerRecord(
        message.session(),
        headers,
        value.getBytes(StandardCharsets.UTF_8),
        message.at().toEpochMilli());
  }

  LedgerRecord rejected(ToRejected message) {
    Problem first = message.problems().get(0);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(HandoffHeaders.REASON, first.reason().code());
    headers.put(HandoffHeaders.POINTER, first.pointer());
    headers.put(HandoffHeaders.PROBLEMS, ReplyCodec.problems(message.problems()).toString());
    putIfPresent(headers, HandoffHeaders.SESSION, message.session());
    putIfPresent(headers, HandoffHeaders.KIND, message.kind());
    putIfPresent(headers, HandoffHeaders.PUBLISHER, message.publisher());
    putIfPresent(headers, HandoffHeaders.TRACEPARENT, message.traceparent());
    headers.put(HandoffHeaders.ERROR_TOPIC, message.origin().topic());
    headers.put(HandoffHeaders.ERROR_PARTITION, Integer.toString(message.origin().partition()));
    headers.put(HandoffHeaders.ERROR_OFFSET, Long.toString(message.origin().offset()));
    headers.put(HandoffHeaders.ERROR_MESSAGE, first.message());
    putIfPresent(headers, HandoffHeaders.ERROR_STACKTRACE, message.trace());
    String key = message.origin().key() == null ? "" : message.origin().key();
    return new LedgerRecord(key, headers, message.bytes(), message.at().toEpochMilli());
  }

  LedgerRecord reply(ToAsker message) {
    return new LedgerRecord(
        message.replyTo(),
        Map.of(HandoffHeaders.CORRELATION_ID, message.reply().correlationId()),
        ReplyCodec.encode(message.reply()),
        message.at().toEpochMilli());
  }

  LedgerRecord relayed(RelayEnvelope envelope, Instant at) {
    return new LedgerRecord(
        envelope.session(), envelope.recordHeaders(), envelope.recordValue(), at.toEpochMilli());
  }

  private Map<String, String> handoffHeaders(Fact recorded) {
    Map<String, String> headers = new LinkedHashMap<>(ledger(recorded).headers());
    headers.put(HandoffHeaders.SESSION, recorded.session());
    headers.putAll(
        CloudEventHeaders.of(
            recorded.handoffId(),
            ((Fact.Recorded) recorded.body()).kind(),
            recorded.session(),
            recorded.recordedAt()));
    return headers;
  }

  private static LedgerRecord artifact(Fact recorded, Map<String, String> headers) {
    return new LedgerRecord(
        recorded.session(), headers, recorded.value(), recorded.recordedAt().toEpochMilli());
  }

  private static void putIfPresent(Map<String, String> headers, String name, String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }
}
