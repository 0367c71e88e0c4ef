package dev.handoffledger.producer;

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
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records as they are, unread: each once and in order, acknowledged by every replica in sync.
 * {@link HandoffPublisher} is the one to use for an agent, because it also validates.
 *
 * <p>Safe for use by several threads. The futures complete on the Kafka client's own thread, which
 * must not be kept: what waits or closes this sender belongs into an {@code …Async} stage.
 */
public final class ArtifactSender implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Connects to a broker.
   *
   * @param properties Kafka producer properties, at least {@code bootstrap.servers}. They override
   *     what this class sets (lz4, 6 MiB a request, one minute for a delivery), among it {@code
   *     value.serializer}, whose input is {@code byte[]}; but not {@code acks=all} and {@code
   *     enable.idempotence=true}
   */
  public ArtifactSender(Map<String, ?> properties) {
    this.producer = new KafkaProducer<>(withDefaults(properties));
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
      producer.close();
    }
  }

  private ProducerRecord<byte[], byte[]> record(
      String topic, String key, byte[] value, Map<String, String> headers) {
    Integer partition =
        key == null
            ? null
            : SessionPartitioner.partition(key, producer.partitionsFor(topic).size());
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, partition, keyBytes, value, HeaderMap.write(headers));
  }

  private static Map<String, Object> withDefaults(Map<String, ?> properties) {
    Map<String, Object> all = new HashMap<>();
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, RecordSizes.MAX_RECORD_BYTES);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
    all.putAll(properties);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return all;
  }
}
