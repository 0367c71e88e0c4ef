package dev.handoffledger.producer.internal;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/** Makes the values of records from artifacts, by the serializer that is set. */
public interface ArtifactEncoder extends AutoCloseable {
  /** Confluent's serializer, which takes documents rather than bytes. */
  String CONFLUENT = "io.confluent.kafka.serializers.json.KafkaJsonSchemaSerializer";

  /**
   * The value that carries an artifact.
   *
   * @param headers the record's; an encoder may add to them
   */
  byte[] encode(String topic, Headers headers, byte[] artifact);

  @Override
  void close();

  /**
   * The encoder that a producer's properties ask for: {@code value.serializer} if it is set, else
   * ours with a registry, if {@code schema.registry.url} is set, else none.
   *
   * @param ours the serializer for that case
   * @throws org.apache.kafka.common.config.ConfigException if the serializer is not on the class
   *     path or refuses a property
   */
  static ArtifactEncoder of(Map<String, ?> properties, Class<? extends Serializer<byte[]>> ours) {
    Class<?> byDefault =
        properties.containsKey(RegistrySettings.URL) ? ours : ByteArraySerializer.class;
    AbstractConfig config =
        new AbstractConfig(
            new ConfigDef()
                .define(
                    ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                    Type.CLASS,
                    byDefault,
                    Importance.HIGH,
                    "What makes the values of artifacts."),
            properties,
            false);
    Serializer<?> serializer =
        config.getConfiguredInstance(
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, Serializer.class);
    serializer.configure(properties, false);
    return serializer.getClass().getName().equals(CONFLUENT)
        ? new EnvelopeEncoder(object(serializer), properties)
        : new BytesEncoder(bytes(serializer));
  }

  /** What the serializer takes is not known to the compiler: it is named in a property. */
  @SuppressWarnings("unchecked")
  private static Serializer<Object> object(Serializer<?> serializer) {
    return (Serializer<Object>) serializer;
  }

  @SuppressWarnings("unchecked")
  private static Serializer<byte[]> bytes(Serializer<?> serializer) {
    return (Serializer<byte[]>) serializer;
  }

  /** Hands the artifact on byte for byte. */
  record BytesEncoder(Serializer<byte[]> serializer) implements ArtifactEncoder {
    @Override
    public byte[] encode(String topic, Headers headers, byte[] artifact) {
      return serializer.serialize(topic, headers, artifact);
    }

    @Override
    public void close() {
      serializer.close();
    }
  }
}
