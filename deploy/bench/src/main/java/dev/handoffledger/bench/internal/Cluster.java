package dev.handoffledger.bench.internal;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The broker of a run with a ledger's topics, and what the measurements ask of it. */
final class Cluster implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
  private static final int NODE_ID = 1;

  private final EmbeddedBroker broker;
  private final Admin admin;
  private final int partitions;

  private Cluster(EmbeddedBroker broker, int partitions) {
    this.broker = broker;
    this.partitions = partitions;
    this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  /**
   * Starts a broker and makes a ledger's topics.
   *
   * @param partitions of the inbound topics, commands, relay and ledger
   */
  static Cluster start(Path folder, int partitions) throws InterruptedException {
    Cluster cluster = new Cluster(EmbeddedBroker.start(folder), partitions);
    List<String> kinds = new Formats().kinds().stream().map(Kind::name).toList();
    cluster.provision(TopicPlan.of(kinds, partitions, 1));
    return cluster;
  }

  void provision(TopicPlan plan) throws InterruptedException {
    try (TopicProvisioner provisioner =
        new TopicProvisioner(Map.of("bootstrap.servers", bootstrapServers()))) {
      provisioner.provision(plan);
    }
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  int partitions() {
    return partitions;
  }

  int partitions(String topic) throws InterruptedException {
    return answer(admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .size();
  }

  /** The topics, Kafka's own left out. */
  List<String> topics(Predicate<String> which) throws InterruptedException {
    return answer(admin.listTopics().names()).stream().filter(which).sorted().toList();
  }

  /** The end of each partition, as readers of committed records see it. */
  Map<TopicPartition, Long> ends(Predicate<String> which) throws InterruptedException {
    return ends(partitionsOf(topics(which)));
  }

  Map<TopicPartition, Long> ends(Collection<TopicPartition> of) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> latest =
        of.stream().collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
    Map<TopicPartition, ListOffsetsResultInfo> answers =
        answer(
            admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all());
    return answers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private List<TopicPartition> partitionsOf(List<String> topics) throws InterruptedException {
    List<TopicPartition> all = new ArrayList<>();
    answer(admin.describeTopics(topics).allTopicNames())
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        partition -> all.add(new TopicPartition(name, partition.partition()))));
    return all;
  }

  /** How far a group has committed the inbound topics; a partition not begun is left out. */
  Map<TopicPartition, Long> committedInputs(String group) throws InterruptedException {
    Map<TopicPartition, Long> committed = new HashMap<>();
    answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null && isInput(partition.topic())) {
                committed.put(partition, offset.offset());
              }
            });
    return committed;
  }

  /** Lets a group without members go on from these offsets. */
  void startAt(String group, Map<TopicPartition, Long> offsets) throws InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> positions =
        offsets.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, entry -> new OffsetAndMetadata(entry.getValue())));
    answer(admin.alterConsumerGroupOffsets(group, positions).all());
  }

  /** What the topics have on disk, in bytes. */
  long bytesOnDisk(Predicate<String> which) throws InterruptedException {
    long bytes = 0;
    for (LogDirDescription folder :
        answer(admin.describeLogDirs(List.of(NODE_ID)).allDescriptions()).get(NODE_ID).values()) {
      for (var replica : folder.replicaInfos().entrySet()) {
        if (which.test(replica.getKey().topic())) {
          bytes += replica.getValue().size();
        }
      }
    }
    return bytes;
  }

  static boolean isInput(String topic) {
    return Topics.IN.matcher(topic).matches();
  }

  private static <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker did not answer", e.getCause());
    }
  }

  @Override
  public void close() {
    admin.close(CLOSE_TIMEOUT);
    broker.close();
  }
}
