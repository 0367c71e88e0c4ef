package dev.handoffledger.gateway.internal;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.RecordLocation;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds each {@code Idempotency-Key} to the first request that carries it, for all gateways of a
 * ledger and across their restarts: a key is written to {@code handoff.idempotency} and read back,
 * and the first record of a key in log order wins.
 */
public final class Idempotency {
  private static final Logger LOG = LoggerFactory.getLogger(Idempotency.class);
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final ArtifactSender sender;
  private final IdempotencyKeys keys;
  private final PartitionTail tail;
  private final Clock clock;

  /**
   * @param tail feeds the keys
   */
  public Idempotency(ArtifactSender sender, IdempotencyKeys keys, PartitionTail tail, Clock clock) {
    this.sender = sender;
    this.keys = keys;
    this.tail = tail;
    this.clock = clock;
  }

  /**
   * Claims a key for a request. Succeeds as often as the request is the same.
   *
   * @param method what the request asks for beside its body
   * @throws HttpProblem 409 if the key stands for another request, 503 if that cannot be told now
   */
  public void claim(String key, String method, byte[] body) throws InterruptedException {
    String requestHash =
        HexFormat.of()
            .formatHex(Sha256.digest((method + "\n").getBytes(StandardCharsets.UTF_8), body));
    if (!bind(key, requestHash).equals(requestHash)) {
      throw new HttpProblem(
          409,
          "idempotency-key-reused",
          "The idempotency key was used with another body",
          "Give this body a key of its own, or send the body that the key was first used with.");
    }
  }

  /** What a key stands for, as far as it is known here; empty if the key is free. */
  Optional<String> value(String key) {
    return keys.value(key, clock.millis());
  }

  /**
   * Binds a key to a value, unless it stands for one already.
   *
   * @return what the key stands for
   * @throws HttpProblem 503 if that cannot be told now
   */
  String bind(String key, String value) throws InterruptedException {
    Optional<String> bound = value(key);
    if (bound.isEmpty()) {
      write(key, value);
      bound = value(key);
    }
    return bound.orElse(value);
  }

  private void write(String key, String value) throws InterruptedException {
    try {
      RecordLocation location =
          sender
              .send(Topics.IDEMPOTENCY, key, value.getBytes(StandardCharsets.UTF_8), Map.of())
              .get(WAIT.toNanos(), TimeUnit.NANOSECONDS);
      if (!tail.awaitRead(location.offset(), WAIT)) {
        throw notAvailable();
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("cannot bind an idempotency key", e);
      throw notAvailable();
    }
  }

  private static HttpProblem notAvailable() {
    return HttpProblem.notAvailable(
        "It cannot be told now whether the idempotency key is free; nothing was published, send the"
            + " request again.");
  }
}
