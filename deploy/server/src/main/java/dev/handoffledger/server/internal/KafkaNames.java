package dev.handoffledger.server.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;

/** The names of the settings of Kafka's clients, as far as they are passed on. */
public final class KafkaNames {
  /** Longest first, since one is the end of another. */
  private static final List<String> PREFIXES =
      List.of(
          "main.consumer.",
          "restore.consumer.",
          "global.consumer.",
          "consumer.",
          "producer.",
          "admin.");

  private static final String TOPIC_PREFIX = "topic.";

  private static final String NOT_TO_BE_CHANGED = "the ledger's promises rest on it: leave it out";

  /** What the ledger decides itself, and what to do instead. */
  private static final Map<String, String> OURS =
      Map.ofEntries(
          Map.entry(
              "application.id",
              "use handoff.processor.application-id or handoff.projections.application-id"),
          Map.entry("application.server", "use handoff.peers.address"),
          Map.entry("state.dir", "use handoff.state.folder"),
          Map.entry("num.stream.threads", "use handoff.threads"),
          Map.entry("num.standby.replicas", "use handoff.standbys"),
          Map.entry("commit.interval.ms", "use handoff.processor.commit-interval-ms"),
          Map.entry("replication.factor", "use handoff.topics.replication-factor"),
          Map.entry("min.insync.replicas", "use handoff.topics.min-insync-replicas"),
          Map.entry("rocksdb.config.setter", "use handoff.rocksdb.memory-mib"),
          Map.entry("processing.guarantee", NOT_TO_BE_CHANGED),
          Map.entry("group.protocol", NOT_TO_BE_CHANGED),
          Map.entry("isolation.level", NOT_TO_BE_CHANGED),
          Map.entry("auto.offset.reset", NOT_TO_BE_CHANGED),
          Map.entry("enable.auto.commit", NOT_TO_BE_CHANGED),
          Map.entry("enable.idempotence", NOT_TO_BE_CHANGED),
          Map.entry("transactional.id", NOT_TO_BE_CHANGED),
          Map.entry("acks", NOT_TO_BE_CHANGED),
          Map.entry("max.request.size", NOT_TO_BE_CHANGED),
          Map.entry("group.id", NOT_TO_BE_CHANGED),
          Map.entry("ensure.explicit.internal.resource.naming", NOT_TO_BE_CHANGED));

  private final Set<String> known = new HashSet<>();
  private final Set<String> harmless = new HashSet<>();

  public KafkaNames() {
    for (ConfigDef clients :
        List.of(
            ConsumerConfig.configDef(),
            ProducerConfig.configDef(),
            AdminClientConfig.configDef(),
            StreamsConfig.configDef())) {
      clients
          .configKeys()
          .forEach(
              (name, key) -> {
                known.add(name);
                if (key.type() != ConfigDef.Type.PASSWORD) {
                  harmless.add(name);
                }
              });
    }
  }

  /** Whether one of the clients has such a setting, alone or behind the prefix of one client. */
  public boolean isKnown(String name) {
    return name.startsWith(TOPIC_PREFIX) || known.contains(withoutPrefix(name));
  }

  /** Whether its value may be printed: only if Kafka says that it is no password. */
  public boolean isHarmless(String name) {
    return name.startsWith(TOPIC_PREFIX) || harmless.contains(withoutPrefix(name));
  }

  /** What to do instead of giving a setting that is the ledger's own; null if it is not. */
  public String insteadOf(String name) {
    return OURS.get(
        name.startsWith(TOPIC_PREFIX)
            ? name.substring(TOPIC_PREFIX.length())
            : withoutPrefix(name));
  }

  private static String withoutPrefix(String name) {
    return PREFIXES.stream()
        .filter(name::startsWith)
        .findFirst()
        .map(prefix -> name.substring(prefix.length()))
        .orElse(name);
  }
}
