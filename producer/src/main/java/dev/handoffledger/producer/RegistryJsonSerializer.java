package dev.handoffledger.producer;

import dev.handoffledger.producer.internal.RegisteredSchemas;
import dev.handoffledger.producer.internal.RegistrySettings;
import dev.handoffledger.schemas.wire.WireFraming;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Puts artifacts into the wire format of Schema Registry clients: a zero byte, four bytes of schema
 * id, and the artifact byte for byte. The id is that of the bundled schema of the topic's kind,
 * which a registry with Confluent's API is asked for once a topic.
 *
 * <p>The settings have Confluent's names and defaults: {@code schema.registry.url}, {@code
 * auto.register.schemas}, {@code use.latest.version}, {@code basic.auth.user.info}, {@code
 * basic.auth.credentials.source}; see {@code docs/registry.md}.
 *
 * <p>Values of any other topic than those of the kinds stay as they are.
 */
public final class RegistryJsonSerializer implements Serializer<byte[]> {
  private RegisteredSchemas schemas;

  /**
   * @throws ConfigException if {@code schema.registry.url} is missing, a setting has no such value,
   *     or one is of Confluent's serializer alone
   */
  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (isKey) {
      throw new ConfigException("keys are sessions in plain text: this serializer is for values");
    }
    RegistrySettings settings = RegistrySettings.of(configs);
    RegistrySettings.refuseUnsupported(configs);
    schemas = new RegisteredSchemas(settings);
  }

  /**
   * The artifact behind its frame. The first one of a topic waits for the registry.
   *
   * @throws SchemaRegistryException if the registry does not give the schema's id
   */
  @Override
  public byte[] serialize(String topic, byte[] artifact) {
    if (artifact == null) {
      return null;
    }
    OptionalInt id = schemas.idForTopic(topic);
    return id.isPresent() ? WireFraming.frame(id.getAsInt(), artifact) : artifact;
  }
}
