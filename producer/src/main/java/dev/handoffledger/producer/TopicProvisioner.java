package dev.handoffledger.producer;

import dev.handoffledger.producer.TopicDifference.Aspect;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.TopicPlan.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Makes the topics of a {@link TopicPlan}. What is there already stays as it is: a difference is
 * reported, and a wrong partition count refused, since it can neither be mended nor be lived with.
 */
public final class TopicProvisioner implements AutoCloseable {
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(60);
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  private final Admin admin;
  private final Duration patience;

  /**
   * Connects to a broker.
   *
   * @param properties Kafka admin properties, at least {@code bootstrap.servers}
   */
  public TopicProvisioner(Map<String, ?> properties) {
    this(properties, DEFAULT_PATIENCE);
  }

  /**
   * Connects to a broker.
   *
   * @param properties Kafka admin properties, at least {@code bootstrap.servers}
   * @param patience how long new topics may take until every partition has a leader
   */
  public TopicProvisioner(Map<String, ?> properties, Duration patience) {
    this.admin = Admin.create(new HashMap<>(properties));
    this.patience = patience;
  }

  /**
   * Creates every missing topic of the plan, and returns once every partition of the plan takes
   * records.
   *
   * @return how topics that were there before differ from the plan, but for partition counts
   * @throws ProvisioningException if a topic has the wrong partition count, cannot be created, or
   *     has a partition without a leader for too long
   */
  public List<TopicDifference> provision(TopicPlan plan) throws InterruptedException {
    List<TopicDifference> before = check(plan);
    refuseWrongPartitionCounts(before);

    Set<String> missing =
        before.stream()
            .filter(difference -> difference.aspect() == Aspect.MISSING)
            .map(TopicDifference::topic)
            .collect(Collectors.toSet());
    boolean overtaken =
        create(plan.topics().stream().filter(topic -> missing.contains(topic.name())).toList());
    awaitLeaders(plan);

    List<TopicDifference> left =
        before.stream().filter(difference -> difference.aspect() != Aspect.MISSING).toList();
    if (overtaken) {
      left = check(plan);
      refuseWrongPartitionCounts(left);
    }
    return left;
  }

  /**
   * Compares the broker's topics with the plan, and changes nothing.
   *
   * @return every difference, in the plan's order
   * @throws ProvisioningException if the broker does not answer
   */
  public List<TopicDifference> check(TopicPlan plan) throws InterruptedException {
    Map<String, TopicDescription> descriptions = describe(plan);
    Map<String, Config> settings = settings(descriptions.keySet());
    List<TopicDifference> differences = new ArrayList<>();
    for (Topic topic : plan.topics()) {
      TopicDescription description = descriptions.get(topic.name());
      if (description == null) {
        differences.add(
            new TopicDifference(
                topic.name(), Aspect.MISSING, null, topic.partitions() + " partitions", null));
      } else {
        addShapeDifferences(differences, topic, description);
        addSettingDifferences(differences, topic, settings.get(topic.name()));
      }
    }
    return List.copyOf(differences);
  }

  @Override
  public void close() {
    admin.close();
  }

  private static void refuseWrongPartitionCounts(List<TopicDifference> differences) {
    List<String> wrong =
        differences.stream()
            .filter(difference -> difference.aspect() == Aspect.PARTITIONS)
            .map(TopicDifference::toString)
            .toList();
    if (!wrong.isEmpty()) {
      throw new ProvisioningException(
          String.join("; ", wrong)
              + ": a ledger keeps its partition count for life; start with the count it has, or"
              + " with another broker",
          null);
    }
  }

  private static void addShapeDifferences(
      List<TopicDifference> differences, Topic topic, TopicDescription description) {
    int partitions = description.partitions().size();
    if (partitions != topic.partitions()) {
      differences.add(
          new TopicDifference(
              topic.name(),
              Aspect.PARTITIONS,
              null,
              Integer.toString(topic.partitions()),
              Integer.toString(partitions)));
    }
    int replicas = description.partitions().get(0).replicas().size();
    if (replicas != topic.replicationFactor()) {
      differences.add(
          new TopicDifference(
              topic.name(),
              Aspect.REPLICATION_FACTOR,
              null,
              Integer.toString(topic.replicationFactor()),
              Integer.toString(replicas)));
    }
  }

  private static void addSettingDifferences(
      List<TopicDifference> differences, Topic topic, Config found) {
    topic.configs().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            wanted -> {
              ConfigEntry entry = found.get(wanted.getKey());
              String value = entry == null ? null : entry.value();
              if (!wanted.getValue().equals(value)) {
                differences.add(
                    new TopicDifference(
                        topic.name(), Aspect.SETTING, wanted.getKey(), wanted.getValue(), value));
              }
            });
  }

  private Map<String, TopicDescription> describe(TopicPlan plan) throws InterruptedException {
    Set<String> existing = get(admin.listTopics().names(), "list the topics");
    List<String> planned =
        plan.topics().stream().map(Topic::name).filter(existing::contains).toList();
    return get(admin.describeTopics(planned).allTopicNames(), "describe the topics");
  }

  private Map<String, Config> settings(Collection<String> topics) throws InterruptedException {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> byTopic = new HashMap<>();
    get(admin.describeConfigs(resources).all(), "read the topics' settings")
        .forEach((resource, config) -> byTopic.put(resource.name(), config));
    return byTopic;
  }

  /** Whether another provisioner made one of the topics in the meantime. */
  private boolean create(List<Topic> topics) throws InterruptedException {
    List<NewTopic> requests =
        topics.stream()
            .map(
                topic ->
                    new NewTopic(
                            topic.name(), topic.partitions(), (short) topic.replicationFactor())
                        .configs(topic.configs()))
            .toList();
    boolean overtaken = false;
    for (Map.Entry<String, KafkaFuture<Void>> result :
        admin.createTopics(requests).values().entrySet()) {
      try {
        result.getValue().get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw failure("create topic " + result.getKey(), e.getCause());
        }
        overtaken = true;
      }
    }
    return overtaken;
  }

  /**
   * A broker confirms a new topic before it has the partitions, and a producer that writes at once
   * can lose records (KAFKA-15591); asking every partition's leader for its end shows that it is
   * there.
   */
  private void awaitLeaders(TopicPlan plan) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (Topic topic : plan.topics()) {
      for (int partition = 0; partition < topic.partitions(); partition++) {
        ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
      }
    }
    long start = System.nanoTime();
    while (true) {
      try {
        long left = patience.toNanos() - (System.nanoTime() - start);
        admin.listOffsets(ends).all().get(Math.max(left, PAUSE_NANOS), TimeUnit.NANOSECONDS);
        return;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof RetriableException)
            || System.nanoTime() - start >= patience.toNanos()) {
          throw failure("wait for the leaders of the topics", e.getCause());
        }
      } catch (TimeoutException e) {
        throw failure("wait for the leaders of the topics", e);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  private static <T> T get(KafkaFuture<T> future, String what) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw failure(what, e.getCause());
    }
  }

  private static ProvisioningException failure(String what, Throwable cause) {
    return new ProvisioningException("cannot " + what + ": " + cause.getMessage(), cause);
  }
}
