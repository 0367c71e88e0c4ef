package dev.handoffledger.gateway.internal;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.RecordLocation;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends artifacts and commands to their topics and waits for what the ledger makes of them. */
public final class Submitter {
  private static final Logger LOG = LoggerFactory.getLogger(Submitter.class);

  private final ArtifactSender sender;
  private final Replies replies;
  private final String instanceId;
  private final Duration replyTimeout;

  public Submitter(
      ArtifactSender sender, Replies replies, String instanceId, Duration replyTimeout) {
    this.sender = sender;
    this.replies = replies;
    this.instanceId = instanceId;
    this.replyTimeout = replyTimeout;
  }

  /**
   * Publishes an artifact, good or bad. Artifacts of one topic and session are appended in the
   * order of the calls.
   *
   * @return completes once there is a reply or the time to wait for one is over; never
   *     exceptionally
   */
  CompletableFuture<Submitted> submit(byte[] artifact, Route route, Provenance provenance) {
    // Only what a schema fits may say that it does.
    Sending sending = route.id() == null ? sender::send : sender::sendArtifact;
    return ask(
        correlationId ->
            sending.send(
                route.topic(),
                route.session(),
                artifact,
                provenance.recordHeaders(instanceId, correlationId)));
  }

  /**
   * Sends a command about a lease.
   *
   * @return completes as for an artifact
   */
  CompletableFuture<Submitted> command(Command command) {
    return ask(
        correlationId ->
            sender.send(
                Topics.COMMANDS,
                command.session(),
                CommandCodec.encode(command),
                Map.of(
                    HandoffHeaders.REPLY_TO,
                    instanceId,
                    HandoffHeaders.CORRELATION_ID,
                    correlationId,
                    HandoffHeaders.CONTENT_TYPE,
                    JsonAnswer.MEDIA_TYPE)));
  }

  /** A way to send a record. */
  @FunctionalInterface
  private interface Sending {
    CompletableFuture<RecordLocation> send(
        String topic, String key, byte[] value, Map<String, String> headers);
  }

  private CompletableFuture<Submitted> ask(
      Function<String, CompletableFuture<RecordLocation>> sending) {
    String correlationId = UUID.randomUUID().toString();
    CompletableFuture<Reply> reply =
        replies.expect(correlationId).orTimeout(replyTimeout.toNanos(), TimeUnit.NANOSECONDS);
    CompletableFuture<RecordLocation> sent = send(sending, correlationId);
    // A reply may come before Kafka confirms; and no reply comes to what Kafka refuses.
    return sent.thenCompose(location -> reply)
        .applyToEither(reply, Function.identity())
        .handle(
            (answer, failure) -> {
              replies.forget(correlationId);
              return outcome(answer, failure, sent);
            });
  }

  private static CompletableFuture<RecordLocation> send(
      Function<String, CompletableFuture<RecordLocation>> sending, String correlationId) {
    try {
      return sending.apply(correlationId);
    } catch (IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static Submitted outcome(
      Reply reply, Throwable failure, CompletableFuture<RecordLocation> sent) {
    if (reply != null) {
      return new Submitted.Answered(reply);
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof RecordTooLargeException) {
      return new Submitted.TooLarge();
    }
    boolean confirmed = sent.isDone() && !sent.isCompletedExceptionally();
    if (confirmed) {
      if (!(cause instanceof TimeoutException)) {
        LOG.error("no reply that can be read", cause);
      }
      return new Submitted.Unanswered();
    }
    LOG.warn("Kafka did not confirm a record", cause);
    return new Submitted.Unconfirmed(cause);
  }
}
