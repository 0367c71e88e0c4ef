package dev.handoffledger.producer;

import dev.handoffledger.producer.internal.ArtifactEncoder;
import dev.handoffledger.producer.internal.RegistrySettings;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.RecordSizes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records as they are, unread: each once and in order, acknowledged by every replica in sync.
 * {@link HandoffPublisher} is the one to use for an agent, because it also validates.
 *
 * <p>Artifacts can go through a serializer on their way: with {@code schema.registry.url} they
 * travel behind the id of their schema, as {@link RegistryJsonSerializer} says.
 *
 * <p>Safe for use by several threads. The futures complete on the Kafka client's own thread, which
 * must not be kept: what waits or closes this sender belongs into an {@code …Async} stage.
 */
public final class ArtifactSender implements AutoCloseable {
  private final ArtifactEncoder encoder;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Connects to a broker.
   *
   * @param properties Kafka producer properties, at least {@code bootstrap.servers}. They override
   *     what this class sets (lz4, 6 MiB a request, one minute for a delivery), but not {@code
   *     acks=all} and {@code enable.idempotence=true}. {@code value.serializer} is what artifacts
   *     go through: any whose input is {@code byte[]}, or Confluent's {@code
   *     KafkaJsonSchemaSerializer}; left out, it is {@link RegistryJsonSerializer} if {@code
   *     schema.registry.url} is set, else artifacts go out as they are
   * @throws org.apache.kafka.common.config.ConfigException if a property cannot be used
   */
  public ArtifactSender(Map<String, ?> properties) {
    this.encoder = ArtifactEncoder.of(properties, RegistryJsonSerializer.class);
    try {
      this.producer = new KafkaProducer<>(withDefaults(properties));
    } catch (RuntimeException e) {
      encoder.close();
      throw e;
    }
  }

  /** Whether a property is one that this class or what it uses knows. */
  public static boolean isProperty(String name) {
    return ProducerConfig.configNames().contains(name) || RegistrySettings.isRegistryProperty(name);
  }

  /**
   * Sends an artifact through the serializer that is set, and otherwise as {@link #send} does. With
   * a Schema Registry the first one of a topic waits for it, at most some seconds.
   *
   * @param artifact one that its reader accepts: a schema's id is no true word before any other
   * @return as {@link #send} says; fails with {@link SchemaRegistryException} if the registry does
   *     not give the schema's id, in which case nothing was sent
   */
  public CompletableFuture<RecordLocation> sendArtifact(
      String topic, String key, byte[] artifact, Map<String, String> headers) {
    Headers written = HeaderMap.write(headers);
    try {
      return send(topic, key, encoder.encode(topic, written, artifact), written);
    } catch (KafkaException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Sends one record. The call itself waits, up to {@code max.block.ms}, if the topic is not known
   * yet or the send buffer is full.
   *
   * @param key decides the partition by {@link SessionPartitioner}, or null for any partition
   * @param value the record's value; not to be changed before the future is complete
   * @param headers as in {@link HeaderMap}
   * @return where the record landed; fails with the Kafka client's exception if that is not known
   * @throws IllegalStateException if this sender is closed
   */
  public CompletableFuture<RecordLocation> send(
      String topic, String key, byte[] value, Map<String, String> headers) {
    return send(topic, key, value, HeaderMap.write(headers));
  }

  private CompletableFuture<RecordLocation> send(
      String topic, String key, byte[] value, Headers headers) {
    if (closed.get()) {
      throw new IllegalStateException("the sender is closed");
    }
    CompletableFuture<RecordLocation> landed = new CompletableFuture<>();
    try {
      producer.send(
          record(topic, key, value, headers),
          (metadata, failure) -> {
            if (failure == null) {
              landed.complete(
                  new RecordLocation(metadata.topic(), metadata.partition(), metadata.offset()));
            } else {
              landed.completeExceptionally(failure);
            }
          });
    } catch (KafkaException e) {
      landed.completeExceptionally(e);
    }
    return landed;
  }

  /** Returns once every record given to {@link #send} has landed or failed. Idempotent. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        producer.close();
      } finally {
        encoder.close();
      }
    }
  }

  private ProducerRecord<byte[], byte[]> record(
      String topic, String key, byte[] value, Headers headers) {
    Integer partition =
        key == null
            ? null
            : SessionPartitioner.partition(key, producer.partitionsFor(topic).size());
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, partition, keyBytes, value, headers);
  }

  private static Map<String, Object> withDefaults(Map<String, ?> properties) {
    Map<String, Object> all = new HashMap<>();
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, RecordSizes.MAX_RECORD_BYTES);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
    properties.forEach(
        (name, value) -> {
          // Kafka would warn of what it does not know.
          if (!RegistrySettings.isRegistryProperty(name)) {
            all.put(name, value);
          }
        });
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return all;
  }
}
