package dev.handoffledger.processor.internal;

import dev.handoffledger.schemas.wire.RoleTopic;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the topics of roles on a thread of its own, up to a limit; the roles beyond it share the
 * overflow topic.
 */
public final class AdminRoleTopics implements RoleTopics, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminRoleTopics.class);
  private static final long RETRY_SECONDS = 1;

  private final Admin admin;
  private final int limit;
  private final int partitions;
  private final TopicPlan.Replication replication;
  private final ProcessorCounters counters;
  private final Map<String, String> topicOfRole = new ConcurrentHashMap<>();
  private final Set<String> rolesInWork = ConcurrentHashMap.newKeySet();
  private final Set<String> existing = new HashSet<>();
  private final ScheduledExecutorService maker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "role-topics");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param limit how many role topics there may be, the overflow topic aside
   */
  public AdminRoleTopics(
      Admin admin,
      int limit,
      int partitions,
      TopicPlan.Replication replication,
      ProcessorCounters counters) {
    this.admin = admin;
    this.limit = limit;
    this.partitions = partitions;
    this.replication = replication;
    this.counters = counters;
  }

  /**
   * Learns which role topics there are, and which of them take records, so that no route waits for
   * those. To be called once, before the first question.
   */
  public void start() throws InterruptedException, ExecutionException {
    for (String topic : admin.listTopics().names().get()) {
      if (topic.startsWith(Topics.ROLE_PREFIX) && !topic.equals(RoleTopic.OVERFLOW)) {
        existing.add(topic);
      }
    }
    Map<String, KafkaFuture<TopicDescription>> topics =
        admin.describeTopics(existing).topicNameValues();
    Map<String, ListOffsetsResult> ends = new HashMap<>();
    // All are asked before any is waited for: there may be hundreds.
    for (Map.Entry<String, KafkaFuture<TopicDescription>> topic : topics.entrySet()) {
      try {
        ends.put(topic.getKey(), askLeaders(topic.getValue().get()));
      } catch (ExecutionException e) {
        LOG.warn("event=role_topic_not_ready topic={}", topic.getKey(), e);
      }
    }
    for (Map.Entry<String, ListOffsetsResult> topic : ends.entrySet()) {
      try {
        topic.getValue().all().get();
        RoleTopic.role(topic.getKey()).ifPresent(role -> topicOfRole.put(role, topic.getKey()));
      } catch (ExecutionException e) {
        LOG.warn("event=role_topic_not_ready topic={}", topic.getKey(), e);
      }
    }
  }

  @Override
  public Optional<String> topicOf(String role) {
    String topic = topicOfRole.get(role);
    if (topic == null && rolesInWork.add(role)) {
      maker.execute(() -> make(role));
    }
    return Optional.ofNullable(topic);
  }

  private void make(String role) {
    String topic = null;
    try {
      topic = RoleTopic.of(role);
      if (!existing.contains(topic) && existing.size() >= limit) {
        counters.roleOverflowed();
        topic = RoleTopic.OVERFLOW;
      } else if (!existing.contains(topic)) {
        create(topic);
        existing.add(topic);
      }
      awaitLeaders(topic);
      topicOfRole.put(role, topic);
      rolesInWork.remove(role);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException e) {
      LOG.warn("event=role_topic_not_made topic={} retry_in_s={}", topic, RETRY_SECONDS, e);
      maker.schedule(() -> make(role), RETRY_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void create(String topic) throws InterruptedException, ExecutionException {
    TopicPlan.Topic plan = TopicPlan.role(topic, partitions, replication);
    NewTopic newTopic =
        new NewTopic(plan.name(), plan.partitions(), (short) plan.replicationFactor())
            .configs(plan.configs());
    try {
      admin.createTopics(Set.of(newTopic)).all().get();
      LOG.info("event=role_topic_made topic={}", topic);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  // A topic that was just made may have no leaders yet, and what is sent then is lost
  // (KAFKA-15591).
  private void awaitLeaders(String topic) throws InterruptedException, ExecutionException {
    askLeaders(admin.describeTopics(Set.of(topic)).allTopicNames().get().get(topic)).all().get();
  }

  private ListOffsetsResult askLeaders(TopicDescription topic) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    topic
        .partitions()
        .forEach(
            partition ->
                latest.put(
                    new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest()));
    return admin.listOffsets(latest);
  }

  @Override
  public void close() {
    maker.shutdownNow();
  }
}
