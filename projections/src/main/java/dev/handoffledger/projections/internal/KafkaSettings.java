package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.ProjectionsConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of every Kafka client of the projections. */
final class KafkaSettings {
  private static final String READ_COMMITTED = "read_committed";

  private KafkaSettings() {}

  /** Defaults, then the user's, then what must not differ. */
  static Properties streams(ProjectionsConfig config, RocksDbMemory memory) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 250);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
    // Issues are two topics further on than the rest; a longer wait at each would be seen.
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 5);
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000);
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 1_500);
    settings.putAll(config.kafka());
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDirectory().toString());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedMemoryConfigSetter.class);
    settings.put(RocksDbMemory.CONFIG, memory);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), READ_COMMITTED);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        ProjectionTopology.MAX_RECORD_BYTES);
    settings.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        Integer.toString(ProjectionTopology.MAX_RECORD_BYTES));
    if (config.sharing() != null) {
      settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, config.sharing().address());
      settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.sharing().standbys());
    }
    if (config.instanceId() != null) {
      settings.put(
          StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
          config.instanceId());
    }
    return settings;
  }

  /** A consumer that belongs to no group and reads where it is told to. */
  static Map<String, Object> ledgerConsumer(ProjectionsConfig config) {
    Map<String, Object> settings = new HashMap<>(config.kafka());
    settings.keySet().retainAll(ConsumerConfig.configNames());
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    settings.put(ConsumerConfig.CLIENT_ID_CONFIG, config.applicationId() + "-ledger");
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    return settings;
  }
}
