package dev.handoffledger.producer;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Rejection;
import dev.handoffledger.schemas.wire.CloudEventHeaders;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Publishes the handoff artifacts of an agent.
 *
 * <p>An artifact is validated before anything is sent, so that its author learns at once what to
 * change; the ledger would refuse it for the same reasons. It goes out byte for byte, to the topic
 * of its kind and the partition of its session, and counts as published once every replica in sync
 * has it. What one publisher sends in a session arrives in that order and once.
 *
 * <pre>{@code
 * try (HandoffPublisher publisher =
 *     HandoffPublisher.builder()
 *         .bootstrapServers("127.0.0.1:9092")
 *         .publisher("planner-1")
 *         .build()) {
 *   Published brief = publisher.publish(Files.readAllBytes(Path.of("brief.json")));
 *   System.out.println(brief.id() + " at offset " + brief.offset() + " of " + brief.topic());
 * } catch (RejectedArtifactException e) {
 *   System.err.println(e.getMessage()); // schema_violation at /payload/acceptance/0/id: …
 * }
 * }</pre>
 *
 * <p>Many artifacts go out fastest through {@link #publishAsync}, whose futures are looked at once
 * all are on their way. {@link #close} returns when every one of them has arrived or failed.
 *
 * <p>Safe for use by several threads; an application needs one. The futures complete on the Kafka
 * client's own thread, which must not be kept: what waits, publishes and waits, or closes belongs
 * into an {@code …Async} stage.
 */
public final class HandoffPublisher implements AutoCloseable {
  private final HandoffReader reader = new HandoffReader();
  private final ArtifactSender sender;
  private final String publisher;
  private final AtomicBoolean closed = new AtomicBoolean();

  private HandoffPublisher(ArtifactSender sender, String publisher) {
    this.sender = sender;
    this.publisher = publisher;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects what a publisher needs. */
  public static final class Builder {
    private final Map<String, Object> properties = new HashMap<>();
    private String publisher;

    private Builder() {}

    /** Where Kafka is: {@code host:port}, several with commas. Required. */
    public Builder bootstrapServers(String bootstrapServers) {
      return property("bootstrap.servers", bootstrapServers);
    }

    /** Who publishes, as the ledger shows it. Left out, the ledger knows no name. */
    public Builder publisher(String name) {
      this.publisher = Objects.requireNonNull(name);
      return this;
    }

    /**
     * A property of the Kafka producer, for example of its security, or {@code
     * schema.registry.url}; see {@link ArtifactSender}.
     */
    public Builder property(String name, Object value) {
      properties.put(Objects.requireNonNull(name), Objects.requireNonNull(value));
      return this;
    }

    /**
     * Connects.
     *
     * @throws IllegalStateException if {@link #bootstrapServers} was not given
     * @throws org.apache.kafka.common.KafkaException if the Kafka client or the serializer refuses
     *     the properties
     */
    public HandoffPublisher build() {
      if (!properties.containsKey("bootstrap.servers")) {
        throw new IllegalStateException("bootstrapServers is required");
      }
      return new HandoffPublisher(new ArtifactSender(properties), publisher);
    }
  }

  /** Publishes an artifact and waits, as {@link #publish(byte[], PublishOptions)} does. */
  public Published publish(byte[] artifact) {
    return publish(artifact, PublishOptions.NONE);
  }

  /** Publishes an artifact and waits, as {@link #publish(byte[], PublishOptions)} does. */
  public Published publish(String artifact) {
    return publish(artifact, PublishOptions.NONE);
  }

  /** Publishes an artifact and waits, as {@link #publish(byte[], PublishOptions)} does. */
  public Published publish(String artifact, PublishOptions options) {
    return await(publishAsync(artifact, options));
  }

  /**
   * Publishes an artifact and waits until it has arrived.
   *
   * @param artifact JSON in UTF-8
   * @throws RejectedArtifactException if the artifact is not valid; nothing was sent
   * @throws PublishFailedException if no acknowledgement came in time (one minute by default), or
   *     the thread was interrupted; then its interrupt status is set
   * @throws IllegalStateException if this publisher is closed
   */
  public Published publish(byte[] artifact, PublishOptions options) {
    return await(publishAsync(artifact, options));
  }

  /** Publishes an artifact, as {@link #publishAsync(byte[], PublishOptions)} does. */
  public CompletableFuture<Published> publishAsync(byte[] artifact) {
    return publishAsync(artifact, PublishOptions.NONE);
  }

  /** Publishes an artifact, as {@link #publishAsync(byte[], PublishOptions)} does. */
  public CompletableFuture<Published> publishAsync(String artifact) {
    return publishAsync(artifact, PublishOptions.NONE);
  }

  /** Publishes an artifact, as {@link #publishAsync(byte[], PublishOptions)} does. */
  public CompletableFuture<Published> publishAsync(String artifact, PublishOptions options) {
    requireOpen();
    byte[] bytes;
    try {
      bytes = utf8(artifact);
    } catch (CharacterCodingException e) {
      return CompletableFuture.failedFuture(
          new RejectedArtifactException(
              Rejection.of(
                  new Problem(
                      Reason.NOT_JSON,
                      "",
                      "Replace the half of a surrogate pair in the text, which UTF-8 cannot"
                          + " express, by a whole character."))));
    }
    return publishAsync(bytes, options);
  }

  /**
   * Validates an artifact and sends it without waiting for its arrival. (Where the topic is not
   * known yet or the send buffer is full, the call waits, by Kafka's {@code max.block.ms}; and the
   * first artifact of a kind waits for the Schema Registry, if one is set.)
   *
   * @param artifact JSON in UTF-8; not to be changed before the future is complete
   * @return what was published; fails with {@link RejectedArtifactException} if the artifact is not
   *     valid, in which case nothing is sent, else with {@link PublishFailedException}
   * @throws IllegalStateException if this publisher is closed
   */
  public CompletableFuture<Published> publishAsync(byte[] artifact, PublishOptions options) {
    requireOpen();
    Reading reading = reader.read(artifact);
    if (reading instanceof Reading.Rejected rejected) {
      return CompletableFuture.failedFuture(new RejectedArtifactException(rejected.rejection()));
    }
    Handoff handoff = ((Reading.Accepted) reading).handoff();
    return sender
        .sendArtifact(
            Topics.in(handoff.kind()), handoff.session(), artifact, headers(handoff, options))
        .handle((location, failure) -> published(handoff, location, failure));
  }

  /** Returns once every artifact on its way has arrived or failed. Idempotent. */
  @Override
  public void close() {
    closed.set(true);
    sender.close();
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("the publisher is closed");
    }
  }

  private Map<String, String> headers(Handoff handoff, PublishOptions options) {
    Map<String, String> headers =
        new LinkedHashMap<>(
            CloudEventHeaders.of(handoff.id(), handoff.kind(), handoff.session(), null));
    putIfPresent(headers, HandoffHeaders.PUBLISHER, publisher);
    putIfPresent(headers, CloudEventHeaders.extension("project"), options.project());
    putIfPresent(headers, CloudEventHeaders.extension("issue"), options.issue());
    putIfPresent(headers, HandoffHeaders.CLAIM_TOKEN, options.claimToken());
    putIfPresent(headers, HandoffHeaders.TRACEPARENT, options.traceparent());
    return headers;
  }

  private static Published published(Handoff handoff, RecordLocation location, Throwable failure) {
    if (failure instanceof SerializationException) {
      throw new PublishFailedException(
          "%s was not sent: %s".formatted(handoff.id(), failure.getMessage()), failure);
    }
    if (failure != null) {
      throw new PublishFailedException(
          "no acknowledgement for %s: %s; publishing it again is safe"
              .formatted(handoff.id(), failure.getMessage()),
          failure);
    }
    return new Published(
        handoff.id(),
        handoff.session(),
        handoff.kind(),
        location.topic(),
        location.partition(),
        location.offset());
  }

  private static Published await(CompletableFuture<Published> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PublishFailedException("interrupted before the acknowledgement came", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RejectedArtifactException rejected) {
        throw rejected;
      }
      if (e.getCause() instanceof PublishFailedException failed) {
        throw failed;
      }
      throw new PublishFailedException("the publish failed: " + e.getCause().getMessage(), e);
    }
  }

  private static void putIfPresent(Map<String, String> headers, String name, String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }

  private static byte[] utf8(String text) throws CharacterCodingException {
    ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }
}
