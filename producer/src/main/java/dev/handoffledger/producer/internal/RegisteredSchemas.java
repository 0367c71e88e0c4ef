package dev.handoffledger.producer.internal;

import dev.handoffledger.producer.SchemaRegistryException;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.format.PublishedSchema;
import dev.handoffledger.schemas.wire.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** The bundled schemas in a registry, each asked for once. Safe for use by several threads. */
public final class RegisteredSchemas {
  /** What the subjects of schemas that belong to no topic start with. */
  private static final String REFERENCE_PREFIX = "handoff.";

  private static final String VALUE_SUFFIX = "-value";

  private final RegistrySettings settings;
  private final RegistryClient registry;
  private final Map<String, PublishedSchema> schemaOfTopic = schemaOfTopic();
  private final ConcurrentMap<String, CompletableFuture<Integer>> ids = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, CompletableFuture<Integer>> versions =
      new ConcurrentHashMap<>();

  public RegisteredSchemas(RegistrySettings settings) {
    this.settings = settings;
    this.registry = new RegistryClient(settings.servers());
  }

  /** The bundled schema of each inbound topic. */
  static Map<String, PublishedSchema> schemaOfTopic() {
    Map<String, PublishedSchema> schemas = new HashMap<>();
    for (HandoffFormat format : new Formats().all()) {
      PublishedSchema schema = format.schema();
      for (Kind kind : format.kinds()) {
        schemas.put(Topics.in(kind.name()), schema);
      }
    }
    return schemas;
  }

  /**
   * The id of the schema of a topic's kind, or empty if the topic is none of a kind.
   *
   * @throws SchemaRegistryException if the registry does not give it; the next call asks again
   */
  public OptionalInt idForTopic(String topic) {
    PublishedSchema schema = schemaOfTopic.get(topic);
    return schema == null
        ? OptionalInt.empty()
        : OptionalInt.of(once(ids, topic, () -> id(topic + VALUE_SUFFIX, schema)));
  }

  /** The references of a schema, each in the version that the registry has of it. */
  List<RegistryClient.Reference> references(PublishedSchema schema) {
    List<RegistryClient.Reference> references = new ArrayList<>();
    for (PublishedSchema.Reference reference : schema.references()) {
      String subject = REFERENCE_PREFIX + reference.schema().name();
      references.add(
          new RegistryClient.Reference(
              reference.uri(),
              subject,
              once(versions, subject, () -> version(subject, reference.schema()))));
    }
    return references;
  }

  private int id(String subject, PublishedSchema schema) {
    if (settings.autoRegister()) {
      return registry.register(subject, schema.text(), references(schema));
    }
    if (settings.useLatest()) {
      return registry.latest(subject);
    }
    return registry.lookUp(subject, schema.text(), references(schema)).id();
  }

  private int version(String subject, PublishedSchema schema) {
    List<RegistryClient.Reference> references = references(schema);
    if (settings.autoRegister()) {
      registry.register(subject, schema.text(), references);
    }
    return registry.lookUp(subject, schema.text(), references).version();
  }

  /** A value that is asked for once; who comes meanwhile waits for that. A failure is not kept. */
  private static int once(
      ConcurrentMap<String, CompletableFuture<Integer>> known,
      String key,
      Supplier<Integer> question) {
    CompletableFuture<Integer> mine = new CompletableFuture<>();
    CompletableFuture<Integer> others = known.putIfAbsent(key, mine);
    if (others == null) {
      try {
        mine.complete(question.get());
      } catch (RuntimeException e) {
        known.remove(key, mine);
        mine.completeExceptionally(e);
        throw e;
      }
      return mine.join();
    }
    try {
      return others.join();
    } catch (CompletionException e) {
      throw new SchemaRegistryException(e.getCause().getMessage(), e.getCause());
    }
  }
}
