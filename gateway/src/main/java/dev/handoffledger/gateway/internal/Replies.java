package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands each record of {@code handoff.replies} to the request that waits for it. */
public final class Replies implements PartitionTail.RecordHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

  private final String instanceId;
  private final Map<String, CompletableFuture<Reply>> awaited = new ConcurrentHashMap<>();

  /**
   * @param instanceId the key of the replies that are for this gateway
   */
  public Replies(String instanceId) {
    this.instanceId = instanceId;
  }

  /**
   * The reply to a request; call it before the request is sent, and {@link #forget} in the end. It
   * fails with an {@link IllegalArgumentException} if it cannot be read.
   */
  CompletableFuture<Reply> expect(String correlationId) {
    return awaited.computeIfAbsent(correlationId, id -> new CompletableFuture<>());
  }

  /** Nobody waits for a request's reply any more. */
  void forget(String correlationId) {
    awaited.remove(correlationId);
  }

  @Override
  public void handle(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null
        || record.value() == null
        || !instanceId.equals(new String(record.key(), StandardCharsets.UTF_8))) {
      return;
    }
    Header header = record.headers().lastHeader(HandoffHeaders.CORRELATION_ID);
    if (header == null || header.value() == null) {
      LOG.warn("the reply at offset {} names no request", record.offset());
      return;
    }
    String correlationId = new String(header.value(), StandardCharsets.UTF_8);
    CompletableFuture<Reply> reply = awaited.get(correlationId);
    if (reply != null) {
      complete(reply, record);
    }
  }

  private static void complete(
      CompletableFuture<Reply> reply, ConsumerRecord<byte[], byte[]> record) {
    try {
      reply.complete(ReplyCodec.decode(record.value()));
    } catch (IllegalArgumentException e) {
      LOG.error("the reply at offset {} cannot be read", record.offset(), e);
      reply.completeExceptionally(e);
    }
  }
}
